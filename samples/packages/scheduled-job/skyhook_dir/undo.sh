#!/usr/bin/env bash
# uninstall: everything is as it was before the first apply.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

take_all_back
