#!/usr/bin/env bash
# apply, upgrade and config: one drop-in for one unit; the drop-in of another unit that was named before goes.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

drop_in="$(drop_in)"
before="$(named_before)"
if [[ -n "$before" && "$before" != "$drop_in" ]]; then
  take_back "$before"
fi
put "$drop_in" 0644 < "$(config_file override.conf)"
if [[ "$before" != "$drop_in" ]]; then
  printf '%s\n' "$drop_in" > "$STATE/drop-in"
fi
