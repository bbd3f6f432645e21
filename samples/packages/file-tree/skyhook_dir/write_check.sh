#!/usr/bin/env bash
# apply-check and upgrade-check
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

tree_files | while IFS= read -r -d '' file; do
  [[ -f "/$file" ]] || die "/$file was not laid"
  [[ "$(sum_of "/$file")" == "$(sum_of "$TREE/$file")" ]] || die "/$file is not as the package has it"
  [[ "$(stat -c %a -- "/$file")" == "$(mode_of "$TREE/$file")" ]] || die "/$file has another mode"
done
earlier | while IFS= read -r path; do
  [[ -f "$TREE$path" ]] || die "$path is left of an earlier version"
done
echo "file-tree: every file is as the package has it"
