#!/usr/bin/env bash
# apply-check, upgrade-check and config-check
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

[[ -f "$DROP_IN" ]] || die "$DROP_IN was not written"
[[ "$(sum_of "$DROP_IN")" == "$(sum_of "$(config_file drop-in.toml)")" ]] \
  || die "$DROP_IN does not match the key drop-in.toml"
imports "$MAIN" || die "$MAIN does not import $FOLDER/*.toml"
echo "containerd-config: $DROP_IN is up to date and imported"
