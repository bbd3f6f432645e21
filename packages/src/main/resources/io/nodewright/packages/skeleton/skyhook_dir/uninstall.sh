#!/usr/bin/env bash
# uninstall: all is as it was before the first step; needs no config and may run again.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

take_back settings
take_back defaults
if [[ -e "$STATE/folder" ]]; then
  rmdir -- "$FOLDER" || die "$FOLDER has files that are not ours; remove them first"
fi
rm -rf -- "$STATE"
echo "@NAME@: nothing left"
