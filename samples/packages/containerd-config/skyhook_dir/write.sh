#!/usr/bin/env bash
# apply, upgrade and config: a drop-in, and the line of the main file that reads it.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

put "$DROP_IN" 0644 < "$(config_file drop-in.toml)"
if [[ -f "$MAIN" ]]; then
  if ! imports "$MAIN"; then
    content="$(with_imports "$MAIN")" # first, for a pipe would write what there is when this fails
    printf '%s\n' "$content" | put "$MAIN" "$(stat -c %a -- "$MAIN")"
  fi
else
  printf 'version = 2\n%s\n' "$IMPORTS" | put "$MAIN" 0644
fi
