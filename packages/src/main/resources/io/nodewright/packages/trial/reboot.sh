#!/bin/sh
# Stands in for a reboot: the host has another boot id afterwards, and what asked for it is ended.
echo reboot >>/run/trial/calls
sed 's/^..../0000/' /proc/sys/kernel/random/boot_id >/run/trial/boot_id
tr 0-9 1-90 </run/trial/boot_id >/proc/sys/kernel/random/boot_id
kill -TERM $$
