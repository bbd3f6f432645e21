#!/bin/sh
# Stands in for a service manager: a trial has none. Notes what it is told.
echo "systemctl $*" >>/run/trial/calls
case " $* " in *' reboot '* | *' poweroff '*) exec /usr/local/sbin/reboot ;; esac
