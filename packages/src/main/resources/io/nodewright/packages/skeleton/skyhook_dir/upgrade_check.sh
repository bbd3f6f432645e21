#!/usr/bin/env bash
# upgrade-check
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

cmp -s -- "$STEP_ROOT/files/defaults" "$FOLDER/defaults" || die "$FOLDER/defaults is not what version ${2:-} brings"
