# A Deployment's selector cannot be changed: one that selects otherwise, or that is older than the webhook Service's name, makes room.
deployment=@DEPLOYMENT@
wanted="control-plane=controller-manager app.kubernetes.io/name=@NAME@ app.kubernetes.io/instance=@INSTANCE@"
if ! kubectl get deployment "$deployment" --namespace @NAMESPACE@ -o name 2> /tmp/why; then
  cat /tmp/why
  grep -q NotFound /tmp/why && exit 0
  exit 1
fi
selects=$(kubectl get deployment "$deployment" --namespace @NAMESPACE@ -o go-template='{{range $key, $value := .spec.selector.matchLabels}}{{$key}}={{$value}} {{end}}')
service=$(kubectl get deployment "$deployment" --namespace @NAMESPACE@ -o jsonpath='{.spec.template.spec.containers[*].env[?(@.name=="WEBHOOK_SERVICE_NAME")].name}')
same=yes
for label in $wanted; do
  case " $selects " in *" $label "*) ;; *) same=no ;; esac
done
[ "$(echo "$selects" | wc -w)" -eq 3 ] || same=no
if [ "$same" = yes ] && [ -n "$service" ]; then
  echo "$deployment selects what this chart selects: nothing to do"
  exit 0
fi
kubectl delete deployment "$deployment" --namespace @NAMESPACE@ --wait --timeout=100s
