# container.sh - builds the root of one container and becomes its program.
#
# usage: container.sh OWN LOWER USR XATTR PID [KIND SOURCE TARGET]...
#        -- SEARCH WORKDIR USER COUNT ENVIRONMENT... PROGRAM [ARGUMENT]...
#
# Runs in a node, in a mount namespace of its own that receives the node's mounts. OWN is the
# container's folder; LOWER are the layers of its image; USR is "usr" when the image builds on this
# computer's /usr; PID is "own" when the container has processes of its own only. The mounts come in
# order:
#   dir, file   SOURCE of the node must be there, or is made where the pod asks for that (dir+, file+)
#   any         SOURCE of the node must be there
# with "-ro" at the end for reading only. SEARCH is the list of folders that PROGRAM is looked for in, USER
# is "uid:gid" or empty for root, and COUNT says how many NAME=VALUE follow. PROGRAM replaces this process.
# What goes wrong is told in OWN/start-error.

set -Eeuo pipefail
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022

own=$1 lower=$2 usr=$3 xattr=$4 pid=$5
shift 5
root=$own/rootfs

# fail TEXT: the first text counts, as what follows from it says less.
fail() {
  [ -s "$own/start-error" ] || echo "$*" >"$own/start-error"
  exit 128
}
trap 'fail "the container cannot be set up: line $LINENO of container.sh; see its log"' ERR

# inside PATH: PATH below the container's root. Links of the image are followed there and not here.
inside() {
  local rest=$1 at=$root part link hops=0
  while [ -n "$rest" ]; do
    part=${rest%%/*}
    [ "$rest" = "$part" ] && rest='' || rest=${rest#*/}
    case $part in
      '' | .) continue ;;
      ..) [ "$at" = "$root" ] || at=${at%/*}; continue ;;
    esac
    if [ -L "$at/$part" ]; then
      hops=$((hops + 1))
      [ $hops -le 40 ] || fail "$1: too many links"
      link=$(readlink "$at/$part")
      [[ $link != /* ]] || at=$root
      rest=$link/$rest
    else
      at=$at/$part
    fi
  done
  printf '%s\n' "$at"
}

# attach OPTION SOURCE TARGET: shows a file or folder of the node in the container.
attach() {
  local target
  target=$(inside "$3")
  if [ -d "$2" ]; then
    mkdir -p "$target"
  else
    mkdir -p "${target%/*}"
    [ -e "$target" ] || : >"$target"
  fi
  mount --rbind "$2" "$target"
  [ "$1" != ro ] || mount -o remount,bind,ro "$target"
}

mount_one() {
  local kind=$1 source=$2 target=$3 option=rw
  [[ $kind != *-ro ]] || option=ro
  kind=${kind%-ro}
  case $kind in
    dir+) [ -e "$source" ] || mkdir -p "$source" ;;
    file+) [ -e "$source" ] || : >"$source" ;;
  esac
  [ -e "$source" ] || fail "hostPath type check failed: $source does not exist"
  case $kind in
    dir) [ -d "$source" ] || fail "hostPath type check failed: $source is not a directory" ;;
    file*) [ -f "$source" ] || fail "hostPath type check failed: $source is not a file" ;;
  esac
  attach "$option" "$source" "$target"
  # A container that shows the node's root would show its own root in it again.
  [ "$source" != / ] || umount --lazy "$(inside "$target$root")" 2>/dev/null || true
}

# The node's devices in a folder of the container's own, where it finds its termination log too.
mount_devices() {
  local name
  mkdir -p "$root/dev"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for name in null zero full random urandom tty kmsg pts shm; do attach rw "/dev/$name" "/dev/$name"; done
  for name in fd stdin stdout stderr ptmx; do cp -P "/dev/$name" "$root/dev/$name"; done
}

mount_root() {
  mkdir -p "$root" "$own/upper" "$own/work"
  mount -t overlay overlay "$root" -o "lowerdir=$lower,upperdir=$own/upper,workdir=$own/work$xattr"
  [ "$usr" != usr ] || attach ro /run/sandbox/usr /usr
  mount_devices
  attach rw /sys /sys
  if [ "$pid" = own ]; then
    mkdir -p "$root/proc"
    mount -t proc proc "$root/proc"
    mount --rbind /proc/sys "$root/proc/sys"
    [ ! -e /proc/sysrq-trigger ] || mount --bind /dev/null "$root/proc/sysrq-trigger"
  else
    attach rw /proc /proc
  fi
}

# check_program PATH NAME: says so when NAME is no program below the root.
check_program() {
  local folder candidate
  if [[ $2 == */* ]]; then
    candidate=$(inside "$2")
    [ -x "$candidate" ] || fail "exec: \"$2\": stat $2: no such file or directory"
    return
  fi
  while read -r -d : folder; do
    candidate=$(inside "$folder/$2")
    [ ! -x "$candidate" ] || return 0
  done <<<"$1:"
  fail "exec: \"$2\": executable file not found in \$PATH"
}

readlink /proc/self/ns/mnt >"$own/mount-namespace"
mount_root
while [ "$1" != -- ]; do
  mount_one "$1" "$2" "$3"
  shift 3
done
search=$2 workdir=$3 user=$4 count=$5
shift 5
environment=("${@:1:count}")
shift "$count"
check_program "$search" "$1"
mkdir -p "$(inside "$workdir")"
trap - ERR
identity=()
[ -z "$user" ] || identity=(--setgid "${user#*:}" --setuid "${user%:*}")
exec /usr/bin/env -i "${environment[@]}" \
  /usr/bin/unshare --root "$root" --wd "$workdir" "${identity[@]}" -- "$@"
