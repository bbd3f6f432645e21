#!/usr/bin/env bash
# config: what the resource's configMap says; runs again whenever that changes.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

put settings "$(config_file settings)"
