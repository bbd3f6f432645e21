# Shared by the steps of @NAME@. Sourced, never run on its own.
#
# The agent starts each step with SKYHOOK_DIR (this package on the host) and STEP_ROOT (its
# skyhook_dir). What was on the host before is put aside in $STATE, so that uninstall brings it back.

FOLDER=/etc/@NAME@
STATE=/var/lib/@NAME@-package

die() {
  echo "@NAME@: $*" >&2
  exit 1
}

# config_file KEY: the path of a key of the configMap.
config_file() {
  local file="${SKYHOOK_DIR:?SKYHOOK_DIR is not set}/configmaps/$1"
  [[ -f "$file" ]] || die "config key '$1' is missing from the configMap"
  printf '%s' "$file"
}

# put NAME SOURCE: makes $FOLDER/NAME equal to SOURCE. A file that is equal already is left alone, for a
# step may run again at any time and must then change nothing.
put() {
  local target="$FOLDER/$1"
  mkdir -p -- "$STATE"
  if [[ ! -d "$FOLDER" ]]; then
    : > "$STATE/folder"
    mkdir -- "$FOLDER"
  fi
  if [[ ! -e "$STATE/$1.new" && ! -e "$STATE/$1.kept" ]]; then
    if [[ -e "$target" ]]; then
      cp -a -- "$target" "$STATE/$1.part"
      mv -- "$STATE/$1.part" "$STATE/$1.kept"
    else
      : > "$STATE/$1.new"
    fi
  fi
  if cmp -s -- "$2" "$target"; then
    echo "@NAME@: $target is up to date"
    return
  fi
  install -m 0644 -- "$2" "$target.part"
  mv -f -- "$target.part" "$target"
  echo "@NAME@: wrote $target"
}

# take_back NAME: what was there before the first put of that name.
take_back() {
  if [[ -e "$STATE/$1.kept" ]]; then
    mv -f -- "$STATE/$1.kept" "$FOLDER/$1"
  elif [[ -e "$STATE/$1.new" ]]; then
    rm -f -- "$FOLDER/$1"
  fi
  rm -f -- "$STATE/$1.new"
}
