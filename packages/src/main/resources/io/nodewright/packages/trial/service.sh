#!/bin/sh
# Stands in for the command of the same name; procps is known to read the kernel's settings.
echo "service $*" >>/run/trial/calls
[ "$1" = procps ] || exit 0
cat /etc/sysctl.d/*.conf /etc/sysctl.conf 2>/dev/null | while IFS='=' read -r key value; do
  key=$(echo "$key" | tr -d ' \t' | tr . /)
  case $key in '' | \#* | \;*) continue ;; esac
  [ ! -f "/proc/sys/$key" ] || echo "$value" | sed 's/^[ \t]*//' >"/proc/sys/$key"
done
