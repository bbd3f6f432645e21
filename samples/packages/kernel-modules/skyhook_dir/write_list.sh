#!/usr/bin/env bash
# apply and config: put the wanted modules into one modules-load.d file.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

target="$(list_file)"
content="$(rendered)"
mkdir -p -- "$(dirname -- "$target")"
tmp="$(mktemp "${target}.XXXXXX")"
trap 'rm -f -- "$tmp"' EXIT
printf '%s\n' "$content" > "$tmp"
chmod 0644 -- "$tmp"
mv -f -- "$tmp" "$target"
trap - EXIT
echo "kernel-modules: wrote $target"
