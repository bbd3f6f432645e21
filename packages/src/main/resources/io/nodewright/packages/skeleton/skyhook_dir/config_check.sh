#!/usr/bin/env bash
# config-check
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

cmp -s -- "$(config_file settings)" "$FOLDER/settings" || die "$FOLDER/settings does not match the key settings"
