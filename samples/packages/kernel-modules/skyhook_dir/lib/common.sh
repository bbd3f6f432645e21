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
