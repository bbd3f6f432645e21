#!/usr/bin/env bash
# apply and config: put the wanted modules into one modules-load.d file.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

content="$(rendered)"
printf '%s\n' "$content" | put "$(list_file)"
