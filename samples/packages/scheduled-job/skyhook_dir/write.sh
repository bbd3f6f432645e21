#!/usr/bin/env bash
# apply, upgrade and config: the command as a program, and the line that runs it.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

schedule="$(schedule)"
program="$(program)"
printf '%s\n' "$program" | put "$PROGRAM" 0755
printf '# %s, by the package scheduled-job\n%s root %s\n' "$KEY" "$schedule" "$PROGRAM" | put "$TABLE" 0644
