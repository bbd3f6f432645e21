#!/usr/bin/env bash
# apply-check: proves that apply has done its work; anything but 0 is a failure.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

cmp -s -- "$STEP_ROOT/files/defaults" "$FOLDER/defaults" || die "$FOLDER/defaults is not what the package brings"
