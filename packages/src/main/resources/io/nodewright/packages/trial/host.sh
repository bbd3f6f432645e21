# host.sh - the throw-away host of a trial, and the agent's container on it.
#
# usage: host.sh WORK JAVA [SOURCE NAME]...
#
# Runs as root of a user namespace, in fresh mount, PID, IPC, UTS and network namespaces. WORK/host is
# the host's root; WORK/usr has what it changes in /usr, WORK/proc-sys what it changes in /proc/sys.
# WORK/container is the root of the agent's container, which has the host at /root, JAVA at /opt/java
# and each SOURCE at /opt/agent/NAME. Says READY, then reads orders: for a line N it runs the words of
# WORK/runs/N/command, each ended by a NUL, and answers with their exit code. Ends with its input.

set -Eeuo pipefail
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022

work=$1 java=$2
shift 2
host=$work/host container=$work/container
trap 'echo "cannot be set up: line $LINENO: $BASH_COMMAND" >&2' ERR

# show SOURCE TARGET: a folder or file of this computer, for reading. Making it read-only can be
# refused where the source's own mount has flags that cannot be given up.
show() {
  if [ -d "$1" ]; then
    mkdir -p "$2"
    mount --rbind "$1" "$2"
  else
    mkdir -p "${2%/*}"
    : >"$2"
    mount --bind "$1" "$2"
  fi
  mount -o remount,bind,ro "$2" 2>/dev/null || true
}

# The harmless devices only.
devices() {
  local name
  mkdir -p "$1/dev"
  mount -t tmpfs -o mode=755 tmpfs "$1/dev"
  for name in null zero full random urandom tty; do
    : >"$1/dev/$name"
    mount --bind "/dev/$name" "$1/dev/$name"
  done
  : >"$1/dev/kmsg"
  mount --bind /dev/null "$1/dev/kmsg"
  mkdir "$1/dev/shm"
  mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
  ln -s /proc/self/fd "$1/dev/fd"
  for name in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/${name#*:}" "$1/dev/${name%:*}"; done
}

# The kernel is this computer's too, so its settings are shown as files of the host's own.
kernel() {
  mkdir -p "$1/proc" "$1/sys"
  mount -t proc proc "$1/proc"
  if [ ! -d "$work/proc-sys" ]; then
    cp -r --no-preserve=all "$1/proc/sys" "$work/proc-sys" 2>/dev/null || true
    cat /proc/sys/kernel/random/uuid >"$work/proc-sys/kernel/random/boot_id"
  fi
  mount --bind "$work/proc-sys" "$1/proc/sys"
  [ ! -e "$1/proc/sysrq-trigger" ] || mount --bind /dev/null "$1/proc/sysrq-trigger"
  mount -t sysfs -o ro sysfs "$1/sys" 2>/dev/null || true
}

mkdir -p "$work/usr/upper" "$work/usr/work" "$host/usr" "$container/runs" "$container/root"
mount --bind "$host" "$host"
mount -t overlay overlay "$host/usr" \
  -o "lowerdir=/usr,upperdir=$work/usr/upper,workdir=$work/usr/work,userxattr" || {
  echo "$work is on a file system that cannot carry an overlay; name a folder of another with --work" >&2
  exit 1
}
devices "$host"
kernel "$host"
mount --bind "$container" "$container"
show /usr "$container/usr"
devices "$container"
kernel "$container"
show "$java" "$container/opt/java"
while [ $# -gt 0 ]; do
  show "$1" "$container/opt/agent/$2"
  shift 2
done
mount --bind "$work/runs" "$container/runs"
mount --rbind "$host" "$container/root"
cd "$container"
mkdir -p run/computer
pivot_root . run/computer
cd /
umount --lazy /run/computer
hostname trial
ip link set lo up 2>/dev/null || true
trap - ERR
set +e
echo READY
while read -r run; do
  mapfile -d '' -t words <"/runs/$run/command"
  "${words[@]}" </dev/null >"/runs/$run/stdout" 2>"/runs/$run/stderr"
  echo $?
done
