#!/usr/bin/env bash
# upgrade: 1.x ran the command once a day from cron.daily.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

echo "scheduled-job: upgrading from ${1:-nothing} to ${2:-?}"
if [[ "${1:-}" == 1.* && -f "$DAILY" ]]; then
  rm -f -- "$DAILY"
  echo "scheduled-job: removed $DAILY"
fi
