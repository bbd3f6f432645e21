#!/usr/bin/env bash
# apply-check, upgrade-check and config-check
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

[[ -x "$PROGRAM" ]] || die "$PROGRAM was not written"
[[ "$(cat -- "$PROGRAM")" == "$(program)" ]] || die "$PROGRAM does not match the key command"
grep -qxF -- "$(schedule) root $PROGRAM" "$TABLE" || die "$TABLE does not match the key schedule"
bash -n "$PROGRAM" || die "config key 'command' is no shell script"
echo "scheduled-job: $TABLE is up to date"
