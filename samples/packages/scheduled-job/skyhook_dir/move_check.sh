#!/usr/bin/env bash
# upgrade-check
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

[[ ! -e "$DAILY" ]] || die "$DAILY of 1.x is still there"
echo "scheduled-job: nothing of 1.x is left"
