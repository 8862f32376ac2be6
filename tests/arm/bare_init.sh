#!/bin/sh
# The first process of an emulated board without systemd: a shell on the console, and little else.
export PATH=/usr/sbin:/usr/bin HOME=/root LG_WD=/run GPIOZERO_PIN_FACTORY=lgpio
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tracefs trace /sys/kernel/tracing
mount -t tmpfs run /run
mount -t tmpfs tmp /tmp
mkdir -p /var/lib/hare-companion
cd /run
exec sh -i
