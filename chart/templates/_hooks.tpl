{{/* What every hook's object carries. Takes a dict of hook, weight and, for Jobs, nothing more. */}}
{{- define "nodewright.hookAnnotations" -}}
helm.sh/hook: {{ .hook }}
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{/* A Job that runs one script with kubectl. Takes a dict of context, name, hook, weight, timeout and script. */}}
{{- define "nodewright.hookJob" -}}
{{- $root := .context -}}
{{- $v := include "nodewright.values" $root | fromYaml -}}
{{- $limits := default (dict "cpu" "500m" "memory" "512Mi") (dig "default" nil (default (dict) $root.Values.limitRange)) -}}
{{- $requests := default (dict "cpu" "250m" "memory" "256Mi") (dig "defaultRequest" nil (default (dict) $root.Values.limitRange)) -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .name }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "nodewright.labels" (dict "context" $root "component" "hook") | nindent 4 }}
  annotations:
    {{- include "nodewright.hookAnnotations" . | nindent 4 }}
spec:
  backoffLimit: 0
  activeDeadlineSeconds: {{ int .timeout }}
  template:
    metadata:
      labels:
        {{- include "nodewright.labels" (dict "context" $root "component" "hook") | nindent 8 }}
    spec:
      serviceAccountName: {{ .name }}
      restartPolicy: Never
      {{- with $v.imagePullSecret }}
      imagePullSecrets:
        - name: {{ . }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        seccompProfile:
          type: RuntimeDefault
      {{- include "nodewright.placement" $root | nindent 6 }}
      affinity:
        nodeAffinity:
          {{- include "nodewright.nodeAffinity" $root | nindent 10 }}
      containers:
        - name: kubectl
          image: {{ include "nodewright.hookImage" $root }}
          command: [/bin/sh, -c]
          args:
            - |
              {{- .script | nindent 14 }}
          env:
            # kubectl keeps what it discovers in a folder that has to be writable.
            - name: HOME
              value: /tmp
          resources:
            limits:
              {{- toYaml $limits | nindent 14 }}
            requests:
              {{- toYaml $requests | nindent 14 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          volumeMounts:
            - name: tmp
              mountPath: /tmp
      volumes:
        - name: tmp
          emptyDir: {}
{{- end -}}

{{/* A hook's own account with its grants. Takes a dict of context, name, hook, weight, clusterRules and rules. */}}
{{- define "nodewright.hookAccount" -}}
{{- $root := .context -}}
{{- $hook := . -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .name }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "nodewright.labels" (dict "context" $root "component" "hook") | nindent 4 }}
  annotations:
    {{- include "nodewright.hookAnnotations" . | nindent 4 }}
{{- range $scope := list (dict "prefix" "Cluster" "rules" .clusterRules) (dict "prefix" "" "rules" .rules) }}
{{- if $scope.rules }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $scope.prefix }}Role
metadata:
  name: {{ $hook.name }}
  {{- if not $scope.prefix }}
  namespace: {{ $root.Release.Namespace }}
  {{- end }}
  labels:
    {{- include "nodewright.labels" (dict "context" $root "component" "hook") | nindent 4 }}
  annotations:
    {{- include "nodewright.hookAnnotations" $hook | nindent 4 }}
rules:
  {{- toYaml $scope.rules | nindent 2 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $scope.prefix }}RoleBinding
metadata:
  name: {{ $hook.name }}
  {{- if not $scope.prefix }}
  namespace: {{ $root.Release.Namespace }}
  {{- end }}
  labels:
    {{- include "nodewright.labels" (dict "context" $root "component" "hook") | nindent 4 }}
  annotations:
    {{- include "nodewright.hookAnnotations" $hook | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ $scope.prefix }}Role
  name: {{ $hook.name }}
subjects:
  - kind: ServiceAccount
    name: {{ $hook.name }}
    namespace: {{ $root.Release.Namespace }}
{{- end }}
{{- end }}
{{- end -}}
