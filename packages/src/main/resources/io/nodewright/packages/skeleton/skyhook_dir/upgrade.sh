#!/usr/bin/env bash
# upgrade: $1 is the version that was on the host (or "unknown"), $2 the new one.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

echo "@NAME@: from ${1:?previous version missing} to ${2:?new version missing}"
# What an older version left and this one no longer wants is removed here.
put defaults "$STEP_ROOT/files/defaults"
