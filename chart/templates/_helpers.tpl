{{/* All values, the defaults of this chart where a release of an older chart has none. */}}
{{- define "nodewright.values" -}}
{{- $defaults := .Files.Get "files/defaults.yaml" | fromYaml -}}
{{- toYaml (mergeOverwrite $defaults (deepCopy .Values)) -}}
{{- end -}}

{{- define "nodewright.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "nodewright.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What a Deployment is selected by: never changed between releases. */}}
{{- define "nodewright.selectorLabels" -}}
control-plane: controller-manager
app.kubernetes.io/name: {{ include "nodewright.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* Labels of an object. Takes a dict of context and component. */}}
{{- define "nodewright.labels" -}}
{{- $root := .context -}}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/name: {{ include "nodewright.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
app.kubernetes.io/created-by: {{ $root.Chart.Name }}
app.kubernetes.io/part-of: {{ $root.Chart.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "nodewright.webhookService" -}}
{{- $v := include "nodewright.values" . | fromYaml -}}
{{- default (printf "%s-webhook-service" (include "nodewright.fullname" .)) $v.webhook.serviceName -}}
{{- end -}}

{{/* An image reference from repository, tag, digest; takes a dict of image, default tag and the key that is told when nothing is set. */}}
{{- define "nodewright.image" -}}
{{- $tag := default .tag .image.tag -}}
{{- if not (or $tag .image.digest) -}}
{{- fail (printf "%s: set tag or digest" .key) -}}
{{- end -}}
{{- .image.repository -}}
{{- with $tag }}:{{ . }}{{ end -}}
{{- with .image.digest }}@{{ . }}{{ end -}}
{{- end -}}

{{- define "nodewright.hookImage" -}}
{{- $v := include "nodewright.values" . | fromYaml -}}
{{- $host := first (splitList "/" $v.webhook.removalImage) -}}
{{- if or (not (contains "/" $v.webhook.removalImage)) (not (or (contains "." $host) (contains ":" $host) (eq $host "localhost"))) -}}
{{- fail (printf "webhook.removalImage: %q names no host; write for example docker.io/%s" $v.webhook.removalImage $v.webhook.removalImage) -}}
{{- end -}}
{{- $image := dict "repository" $v.webhook.removalImage "tag" $v.webhook.removalTag "digest" $v.webhook.removalDigest -}}
{{- include "nodewright.image" (dict "image" $image "tag" "" "key" "webhook.removalTag or webhook.removalDigest") -}}
{{- end -}}

{{/* The number of an address such as ":8443"; takes a dict of address and key. */}}
{{- define "nodewright.port" -}}
{{- $port := regexFind "[0-9]+$" (toString .address) -}}
{{- if not $port -}}
{{- fail (printf "controllerManager.manager.env.%s: %q is no address such as \":8443\"" .key .address) -}}
{{- end -}}
{{- $port -}}
{{- end -}}

{{/* Where operator and hook pods run. */}}
{{- define "nodewright.placement" -}}
{{- $v := include "nodewright.values" . | fromYaml -}}
{{- with $v.controllerManager.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $v.controllerManager.selectors }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "nodewright.nodeAffinity" -}}
{{- $v := include "nodewright.values" . | fromYaml -}}
requiredDuringSchedulingIgnoredDuringExecution:
  nodeSelectorTerms:
    - matchExpressions:
        - key: kubernetes.io/arch
          operator: In
          values: [amd64, arm64]
        - key: kubernetes.io/os
          operator: In
          values: [linux]
        {{- with $v.controllerManager.nodeAffinity.matchExpressions }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end -}}

{{/* The operator's resources (docs/chart.md, "Sizing"). */}}
{{- define "nodewright.resources" -}}
{{- $v := include "nodewright.values" . | fromYaml -}}
{{- if $v.controllerManager.manager.resources -}}
{{- toYaml $v.controllerManager.manager.resources -}}
{{- else -}}
{{- $nodes := float64 $v.estimatedNodeCount -}}
{{- $factor := maxf 1 (mulf 0.4 (float64 $v.estimatedPackageCount)) -}}
{{- $cpu := max 1000 (int64 (floor (addf 0.0000001 (mulf 1.6 $nodes $factor)))) -}}
limits:
  cpu: {{ $cpu }}m
  memory: {{ max 512 (int64 (floor (addf 0.0000001 (mulf 0.8 $nodes $factor)))) }}Mi
requests:
  cpu: {{ max 500 (div $cpu 2) }}m
  memory: {{ max 256 (int64 (floor (addf 0.0000001 (mulf 0.45 $nodes)))) }}Mi
{{- end -}}
{{- end -}}

{{/* What cannot work is refused before anything is installed. */}}
{{- define "nodewright.check" -}}
{{- $v := include "nodewright.values" . | fromYaml -}}
{{- $c := $v.controllerManager -}}
{{- if eq .Release.Namespace "default" -}}
{{- fail "namespace: NodeWright is not installed into the namespace default; use --namespace nodewright --create-namespace" -}}
{{- end -}}
{{- if and $c.selectors $c.nodeAffinity.matchExpressions -}}
{{- fail "controllerManager.selectors and controllerManager.nodeAffinity.matchExpressions are both set; use one of them" -}}
{{- end -}}
{{- if ge (int $c.podDisruptionBudget.minAvailable) (int $c.replicas) -}}
{{- if gt (int $c.podDisruptionBudget.minAvailable) 0 -}}
{{- fail (printf "controllerManager.podDisruptionBudget.minAvailable: %d is not less than controllerManager.replicas: %d; no pod could ever be evicted" (int $c.podDisruptionBudget.minAvailable) (int $c.replicas)) -}}
{{- end -}}
{{- end -}}
{{- if and (gt (int $c.replicas) 1) (not (has (toString $c.manager.env.leaderElection) (list "1" "t" "T" "true" "TRUE" "True"))) -}}
{{- fail (printf "controllerManager.replicas: %d needs controllerManager.manager.env.leaderElection: \"true\"" (int $c.replicas)) -}}
{{- end -}}
{{- end -}}
