#!/bin/busybox sh
# The first process of an emulated board: load the modules that the root disk and the bench's ends
# need, put the test's files onto the disk (before the first start only, where they say so), go on
# there. The kernel's command line names the disk, and with next= the program (systemd without it).
bb() { /bin/busybox "$@"; }
bb mount -t proc proc /proc
bb mount -t sysfs sys /sys
bb mount -t devtmpfs dev /dev
for module in /modules/*; do bb insmod "$module"; done

root='' next=/sbin/init
for word in $(bb cat /proc/cmdline); do
    case $word in
        root=*) root=${word#root=} ;;
        next=*) next=${word#next=} ;;
    esac
done
tries=0
until [ -b "$root" ] || [ $tries = 300 ]; do
    bb sleep 0.1
    tries=$((tries + 1))
done
bb mount -t ext4 "$root" /root || { bb dmesg | bb tail -n 40; bb poweroff -f; }
bb cp -a /files/. /root/
exec /bin/busybox switch_root /root "$next"
