#!/usr/bin/env bash
# uninstall: modules that are loaded stay loaded until the next boot.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

take_back "$(list_file)"
echo "kernel-modules: removed $(list_file)"
