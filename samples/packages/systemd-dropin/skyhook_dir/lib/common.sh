# Shared by every systemd-dropin step. Sourced, never run on its own.
#
# What a step is about to change is put aside first, so that uninstall brings back what was there:
# files that were replaced lie below $STATE/kept, files and folders that were not there are listed in
# $STATE/new and $STATE/folders.

die() {
  echo "systemd-dropin: $*" >&2
  exit 1
}

# The middle part of SKYHOOK_RESOURCE_ID is the package key of the custom resource.
package_key() {
  local id="${SKYHOOK_RESOURCE_ID:-}" rest
  if [[ "$id" == *_*_* ]]; then
    rest="${id#*_}"
    printf '%s' "${rest%_*}"
  else
    printf 'systemd-dropin'
  fi
}

KEY="$(package_key)"
STATE="/var/lib/nodewright-samples/systemd-dropin/$KEY"

# config_file NAME: the path of a key of the configMap.
config_file() {
  local file="${SKYHOOK_DIR:?SKYHOOK_DIR is not set}/configmaps/$1"
  [[ -f "$file" ]] || die "config key '$1' is missing from the configMap"
  printf '%s' "$file"
}

listed() { [[ -f "$STATE/$1" ]] && grep -qxF -- "$2" "$STATE/$1"; }

# remember LIST PATH: notes a path once, before it is made.
remember() {
  listed "$1" "$2" && return
  mkdir -p -- "$STATE"
  printf '%s\n' "$2" >> "$STATE/$1"
}

# folder PATH: makes a folder and what is missing above it.
folder() {
  [[ -d "$1" ]] && return
  folder "$(dirname -- "$1")"
  remember folders "$1"
  mkdir -- "$1"
}

# keep PATH: puts aside what is there, once.
keep() {
  listed new "$1" && return
  [[ -e "$STATE/kept$1" || -L "$STATE/kept$1" ]] && return
  if [[ -e "$1" || -L "$1" ]]; then
    mkdir -p -- "$STATE/kept$(dirname -- "$1")"
    cp -a -- "$1" "$STATE/kept$1.part"
    mv -T -- "$STATE/kept$1.part" "$STATE/kept$1"
  else
    remember new "$1"
  fi
}

sum_of() { sha256sum < "$1"; }

# put PATH MODE < content: writes a file in one go; leaves it alone when it is so already.
put() {
  local target="$1" mode="$2" tmp
  folder "$(dirname -- "$target")"
  keep "$target"
  tmp="$(mktemp "$target.XXXXXX")"
  cat > "$tmp"
  chmod -- "$mode" "$tmp"
  if [[ -f "$target" && ! -L "$target" && "$(stat -c %a -- "$target")" == "$(stat -c %a -- "$tmp")" \
    && "$(sum_of "$target")" == "$(sum_of "$tmp")" ]]; then
    rm -f -- "$tmp"
    echo "systemd-dropin: $target is up to date"
    return
  fi
  mv -fT -- "$tmp" "$target"
  echo "systemd-dropin: wrote $target"
}

# take_back PATH: what was there before the first put of that path.
take_back() {
  if [[ -e "$STATE/kept$1" || -L "$STATE/kept$1" ]]; then
    rm -rf -- "$1"
    mv -T -- "$STATE/kept$1" "$1"
    echo "systemd-dropin: brought $1 back"
  elif listed new "$1"; then
    rm -f -- "$1"
    echo "systemd-dropin: removed $1"
  fi
}

# take_all_back: every path, then the folders that were made, while they are empty.
take_all_back() {
  local path
  if [[ -f "$STATE/new" ]]; then
    while IFS= read -r path; do take_back "$path"; done < "$STATE/new"
  fi
  if [[ -d "$STATE/kept" ]]; then
    while IFS= read -r -d '' path; do take_back "${path#"$STATE/kept"}"; done \
      < <(find "$STATE/kept" \( -type f -o -type l \) ! -name '*.part' -print0 | sort -z)
  fi
  if [[ -f "$STATE/folders" ]]; then
    while IFS= read -r path; do
      rmdir -- "$path" 2> /dev/null || echo "systemd-dropin: $path is left: it is not empty"
    done < <(tac -- "$STATE/folders")
  fi
  rm -rf -- "$STATE"
  rmdir -- "$(dirname -- "$STATE")" "$(dirname -- "$(dirname -- "$STATE")")" 2> /dev/null || true
}

# The drop-in that the configMap asks for.
drop_in() {
  local unit
  unit="$(head -n 1 -- "$(config_file unit)" | tr -d '[:space:]')"
  [[ "$unit" =~ ^[A-Za-z0-9:_.@-]+\.(service|socket|timer|slice|mount|target)$ ]] \
    || die "config key 'unit': '$unit' is not the name of a unit, such as kubelet.service"
  printf '/etc/systemd/system/%s.d/50-nodewright-%s.conf' "$unit" "$KEY"
}

# The one that an earlier run wrote; empty when there was none.
named_before() {
  if [[ -f "$STATE/drop-in" ]]; then
    cat -- "$STATE/drop-in"
  fi
}
