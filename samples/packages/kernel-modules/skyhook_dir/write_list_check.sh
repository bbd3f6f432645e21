#!/usr/bin/env bash
# apply-check and config-check
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

target="$(list_file)"
[[ -f "$target" ]] || die "$target was not written"
if ! diff -u -- "$target" <(rendered); then
  die "$target does not match the key modules"
fi
echo "kernel-modules: $target is up to date"
