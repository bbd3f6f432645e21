#!/usr/bin/env bash
# uninstall-check
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

[[ ! -e "$STATE" ]] || die "$STATE is still there"
