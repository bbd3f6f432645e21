#!/usr/bin/env bash
# apply-check, upgrade-check and config-check
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

drop_in="$(drop_in)"
[[ -f "$drop_in" ]] || die "$drop_in was not written"
[[ "$(sum_of "$drop_in")" == "$(sum_of "$(config_file override.conf)")" ]] \
  || die "$drop_in does not match the key override.conf"
before="$(named_before)"
[[ "$before" == "$drop_in" ]] || die "the drop-in of before, $before, is not gone"
echo "systemd-dropin: $drop_in is up to date"
