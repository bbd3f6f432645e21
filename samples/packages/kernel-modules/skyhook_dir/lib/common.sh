# Shared by every kernel-modules step. Sourced, never run on its own.

die() {
  echo "kernel-modules: $*" >&2
  exit 1
}

# The middle part of SKYHOOK_RESOURCE_ID is the package key of the custom resource.
package_key() {
  local id="${SKYHOOK_RESOURCE_ID:-}" rest
  if [[ "$id" == *_*_* ]]; then
    rest="${id#*_}"
    printf '%s' "${rest%_*}"
  else
    printf 'kernel-modules'
  fi
}

list_file() {
  printf '/etc/modules-load.d/50-nodewright-%s.conf' "$(package_key)"
}

# Prints the wanted modules, one a line, sorted; refuses what is no module name.
wanted() {
  local file="${SKYHOOK_DIR:?SKYHOOK_DIR is not set}/configmaps/modules" line number=0
  [[ -f "$file" ]] || die "config key 'modules' is missing from the configMap"
  while IFS= read -r line || [[ -n "$line" ]]; do
    number=$((number + 1))
    line="${line%%#*}"
    line="${line//[[:space:]]/}"
    [[ -n "$line" ]] || continue
    [[ "$line" =~ ^[a-zA-Z0-9_-]+$ ]] || die "modules line $number: '$line' is not a module name"
    printf '%s\n' "$line"
  done < "$file" | sort -u
}

rendered() {
  printf '# modules to load at boot, by the kernel-modules package %s\n' "$(package_key)"
  wanted
}

# What the package noted of the host.
STATE="/var/lib/nodewright-samples/kernel-modules/$(package_key)"

# folder PATH: makes a folder that is not there, and notes that, so that uninstall takes it back.
folder() {
  [[ -d "$1" ]] && return
  mkdir -p -- "$STATE"
  : > "$STATE/folder"
  mkdir -p -- "$1"
}

# put TARGET < content: writes a file in one go; leaves it alone when it is so already, for a step may
# run again at any time.
put() {
  local tmp
  folder "$(dirname -- "$1")"
  tmp="$(mktemp "$1.XXXXXX")"
  cat > "$tmp"
  chmod 0644 -- "$tmp"
  if cmp -s -- "$tmp" "$1" && [[ "$(stat -c %a -- "$1")" == 644 ]]; then
    rm -f -- "$tmp"
    echo "kernel-modules: $1 is up to date"
    return
  fi
  mv -f -- "$tmp" "$1"
  echo "kernel-modules: wrote $1"
}

# take_back TARGET: removes the file, and its folder when that was made for it and is empty.
take_back() {
  rm -f -- "$1"
  if [[ -e "$STATE/folder" ]]; then
    rmdir -- "$(dirname -- "$1")" 2> /dev/null || echo "kernel-modules: $(dirname -- "$1") is left: it is not empty"
  fi
  rm -rf -- "$STATE"
  rmdir -- "$(dirname -- "$STATE")" "$(dirname -- "$(dirname -- "$STATE")")" 2> /dev/null || true
}
