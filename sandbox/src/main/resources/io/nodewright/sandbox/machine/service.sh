#!/bin/sh
# service - stands in for the command of the same name on a sandbox node.
#
# Notes each call in /var/log/service.log. It knows the units that systemctl knows.

echo "$*" >>/var/log/service.log

for folder in /etc /run /usr/local/lib /usr/lib; do
  [ ! -e "$folder/systemd/system/$1.service" ] || exit 0
done
echo "$1: unrecognized service" >&2
exit 1
