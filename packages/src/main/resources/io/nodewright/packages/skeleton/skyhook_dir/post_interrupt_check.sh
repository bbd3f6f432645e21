#!/usr/bin/env bash
# post-interrupt-check: proves that what was interrupted runs with the change.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

[[ -d "$FOLDER" ]] || die "$FOLDER is gone since the interrupt"
