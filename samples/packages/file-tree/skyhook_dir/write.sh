#!/usr/bin/env bash
# apply and upgrade: lay the tree over the host; what an earlier version laid and this one does not goes.
set -euo pipefail
# shellcheck source=/dev/null
source "${STEP_ROOT:?STEP_ROOT is not set}/lib/common.sh"

tree_files | while IFS= read -r -d '' file; do
  put "/$file" "$(mode_of "$TREE/$file")" < "$TREE/$file"
done
earlier | while IFS= read -r path; do
  [[ -f "$TREE$path" ]] || take_back "$path"
done
laid="$(tree_files | tr '\0' '\n' | sed 's|^|/|')"
if [[ "$(earlier)" != "$laid" ]]; then
  printf '%s\n' "$laid" > "$STATE/laid"
fi
