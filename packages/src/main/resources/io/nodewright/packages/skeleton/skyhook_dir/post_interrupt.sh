#!/usr/bin/env bash
# post-interrupt: runs after the reboot or the restart of services.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

[[ -d "$FOLDER" ]] || die "$FOLDER is gone since the interrupt"
echo "@NAME@: the host is back"
