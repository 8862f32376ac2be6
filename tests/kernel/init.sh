#!/bin/bash
# The first process of the bench's guest. Its root is the host's root, read-only; everything it may
# write is memory, or the folder for results that the kernel's command line names (bench.out=DIR).
#
# It then reads orders from the console, one number a line: order 3 is the script /dev/out/3.sh,
# sourced (so that what it starts in the background can be told about later), its output goes to
# 3.log and its exit status to 3.rc. Results of a running script reach the host after a sync only.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/dev/work LC_ALL=C.UTF-8 PYTHONUNBUFFERED=1

mount -t proc proc /proc
grep -q ' /dev devtmpfs ' /proc/mounts || mount -t devtmpfs devices /dev
mount -t sysfs sys /sys
mount -t debugfs debug /sys/kernel/debug
mkdir -p /dev/shm /dev/pts /dev/out /dev/work
mount -t tmpfs shm /dev/shm
mount -t devpts pts /dev/pts
mount -t tmpfs work /dev/work

out=
for word in $(</proc/cmdline); do
    case $word in bench.out=*) out=${word#*=} ;; esac
done
mount -t hostfs -o "$out" results /dev/out

# A Raspberry Pi 3B as far as gpiozero looks: it reads the revision in /proc/cpuinfo.
{
    cat /proc/cpuinfo
    printf 'Hardware\t: BCM2835\nRevision\t: a02082\nModel\t\t: Raspberry Pi 3 Model B Rev 1.2\n'
} >/dev/work/cpuinfo
mount --bind /dev/work/cpuinfo /proc/cpuinfo

cd /dev/work || exit # lgpio makes a pipe in the current folder when it is imported
stty -echo -onlcr
echo ready >/dev/out/ready
while read -r order; do
    # shellcheck source=/dev/null
    . "/dev/out/$order.sh" >"/dev/out/$order.log" 2>&1 </dev/null
    echo $? >"/dev/out/$order.part"
    mv "/dev/out/$order.part" "/dev/out/$order.rc"
done
