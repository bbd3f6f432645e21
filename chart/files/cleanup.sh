# Deletes all NodeWrights, waits until they are gone, then the policies, for a policy in use is not let go.
left=$((@SECONDS@ - 10))
[ "$left" -gt 5 ] || left=5
end=$(($(date +%s) + left))

held() {
  echo "Still there when the time of cleanup.jobTimeoutSeconds was over:"
  kubectl get "$1" -o 'custom-columns=NAME:.metadata.name,HELD BY:.metadata.finalizers,STATUS:.status.status' 2>&1
  echo "Uninstall stages may need longer: raise cleanup.jobTimeoutSeconds and uninstall again, or delete these by hand and run helm uninstall --no-hooks."
  exit 1
}

remove() {
  if ! kubectl get "$1" -o name > /tmp/names 2> /tmp/why; then
    echo "$1: $(cat /tmp/why)"
    grep -q "the server doesn't have a resource type" /tmp/why && return 0
  fi
  kubectl delete "$1" --all --ignore-not-found --wait=false
  while [ -n "$(kubectl get "$1" -o name)" ]; do
    [ "$(date +%s)" -lt "$end" ] || held "$1"
    sleep 2
  done
  echo "$1: all gone"
}

remove nodewrights.nodewright.nvidia.com
remove skyhooks.skyhook.nvidia.com
remove deploymentpolicies.nodewright.nvidia.com
remove deploymentpolicies.skyhook.nvidia.com
