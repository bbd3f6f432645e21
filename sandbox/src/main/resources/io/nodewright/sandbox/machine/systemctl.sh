#!/bin/sh
# systemctl - stands in for the service manager of a sandbox node, which has none.
#
# Notes each call in /var/log/systemctl.log and does nothing but reboot the node. A unit is known when there
# is a file of its name in one of the folders below; for any other it answers as systemctl does. While
# /var/lib/sandbox/ignores-reboots is there, a reboot is accepted and nothing follows.

echo "$*" >>/var/log/systemctl.log

# known UNIT: whether the unit has a file.
known() {
  for folder in /etc /run /usr/local/lib /usr/lib; do
    [ ! -e "$folder/systemd/system/$1" ] || return 0
  done
  return 1
}

verb='' units=''
for word; do
  case $word in
    -*) ;;
    *) if [ -z "$verb" ]; then verb=$word; else units="$units $word"; fi ;;
  esac
done

status=0
case $verb in
  reboot | poweroff | halt | kexec)
    [ -e /var/lib/sandbox/ignores-reboots ] || echo reboot >/run/sandbox/control
    ;;
  start | stop | restart | try-restart | reload | reload-or-restart | force-reload | kill)
    for unit in $units; do
      case $unit in *.*) ;; *) unit=$unit.service ;; esac
      if ! known "$unit"; then
        echo "Failed to $verb $unit: Unit $unit not found." >&2
        status=5
      fi
    done
    ;;
esac
exit $status
