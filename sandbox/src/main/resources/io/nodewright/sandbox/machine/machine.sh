# machine.sh - process 1 of a sandbox node.
#
# usage: machine.sh NODE NAME IMAGES JDK XATTR
#
# Runs in fresh mount, PID, IPC, UTS and network namespaces. NODE is the node's folder: NODE/host
# becomes its root, NODE/usr has what it changes in /usr, NODE/boot-id names this boot. IMAGES and JDK
# are folders of this computer that containers need; XATTR is an option of overlay mounts. Says READY
# when the node is up, then waits for orders. When this process ends, the node is down.

set -euo pipefail
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022

node=$1 name=$2 images=$3 jdk=$4 xattr=$5
host=$node/host
shared=$host/run/sandbox # what this computer shows the node, for its containers

# show SOURCE TARGET: a folder of this computer, for reading. Making it read-only can be refused where
# the source's own mount has flags that cannot be given up; what lies there is nobody's to change then.
show() {
  mkdir -p "$2"
  mount --rbind "$1" "$2"
  mount -o remount,bind,ro "$2" 2>/dev/null || true
}

mount_usr() {
  mkdir -p "$host/usr" "$node/usr/upper" "$node/usr/work"
  mount -t overlay overlay "$host/usr" \
    -o "lowerdir=/usr,upperdir=$node/usr/upper,workdir=$node/usr/work$xattr"
}

# The harmless devices only. Writing to the kernel's log is nothing.
mount_devices() {
  local device
  mkdir -p "$host/dev"
  mount -t tmpfs -o mode=755 tmpfs "$host/dev"
  for device in null zero full random urandom tty; do
    : >"$host/dev/$device"
    mount --bind "/dev/$device" "$host/dev/$device"
  done
  : >"$host/dev/kmsg"
  mount --bind /dev/null "$host/dev/kmsg"
  mkdir "$host/dev/pts" "$host/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$host/dev/pts" || true
  mount -t tmpfs -o mode=1777 tmpfs "$host/dev/shm"
  ln -s pts/ptmx "$host/dev/ptmx"
  ln -s /proc/self/fd "$host/dev/fd"
  ln -s /proc/self/fd/0 "$host/dev/stdin"
  ln -s /proc/self/fd/1 "$host/dev/stdout"
  ln -s /proc/self/fd/2 "$host/dev/stderr"
}

# The kernel is this computer's too, so its settings are shown as files of the node's own. They are
# those of this computer again after each boot, as after a real one.
mount_kernel_settings() {
  local settings=$node/proc-sys part
  mkdir -p "$host/proc" "$host/sys"
  mount -t proc proc "$host/proc"
  rm -rf "$settings"
  cp -r --no-preserve=all "$host/proc/sys" "$settings" 2>/dev/null || true
  cp "$node/boot-id" "$settings/kernel/random/boot_id"
  echo "$name" >"$settings/kernel/hostname"
  mount --bind "$host/proc/sys/kernel/random/uuid" "$settings/kernel/random/uuid"
  mount --rbind "$settings" "$host/proc/sys"
  [ ! -e "$host/proc/sysrq-trigger" ] || mount --bind /dev/null "$host/proc/sysrq-trigger"
  for part in acpi bus fs irq mtrr; do
    [ ! -e "$host/proc/$part" ] || mount --bind -o ro "$host/proc/$part" "$host/proc/$part" || true
  done
  mount -t sysfs -o ro sysfs "$host/sys" || true
}

# What a boot clears.
clear_run() {
  find "$host/run" "$host/tmp" -mindepth 1 -delete 2>/dev/null || true
  mkdir -p "$host/run/lock" "$host/run/sandbox"
}

# There is no service manager. Scripts stand in for its commands that act on a host; they say themselves
# what they do. A package may put others in their place.
install_host_commands() {
  local folder=$host/usr/local/sbin name
  mkdir -p "$folder"
  for name in systemctl service; do
    [ -e "$folder/$name" ] || install -m 755 "$node/scripts/$name.sh" "$folder/$name"
  done
  for name in reboot poweroff halt shutdown; do
    [ ! -e "$folder/$name" ] || continue
    printf '#!/bin/sh\nexec /usr/local/sbin/systemctl reboot\n' >"$folder/$name"
    chmod +x "$folder/$name"
  done
}

enter_root() {
  cd "$host"
  mkdir -p run/computer
  pivot_root . run/computer
  cd /
  umount --lazy /run/computer
  rmdir /run/computer
  mount --make-rshared /
}

await_orders() {
  local order
  mkfifo -m 600 /run/sandbox/control
  exec 8<>/run/sandbox/control # for writing too, so that it never ends
  echo READY
  while read -r order <&8; do
    case $order in
      reboot | poweroff) exit ;;
    esac
  done
}

mount --bind "$host" "$host"
clear_run
mount_usr
install_host_commands
mount_devices
mount_kernel_settings
show /usr "$shared/usr"
show "$images" "$shared/images"
show "$node/scripts" "$shared/scripts"
show "$jdk" "$shared/jdk"
enter_root
hostname "$name"
ip link set lo up 2>/dev/null || true
await_orders
