#!/usr/bin/env bash
# apply: what the package brings along.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

put defaults "$STEP_ROOT/files/defaults"
