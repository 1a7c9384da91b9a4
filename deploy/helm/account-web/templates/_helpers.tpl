{{- define "account-web.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "account-web.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: account-web
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "account-web.selector" -}}
app.kubernetes.io/name: account-web
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: gateway
{{- end -}}

{{- define "account-web.valkeySelector" -}}
app.kubernetes.io/name: valkey
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: coordination
{{- end -}}

{{- define "account-web.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "account-web.fullname" .) }}
{{- else -}}
{{ required "serviceAccount.name is required where serviceAccount.create is false" .Values.serviceAccount.name }}
{{- end -}}
{{- end -}}

{{- define "account-web.image" -}}
{{ .image.repository }}:{{ .image.tag | default .defaultTag }}{{ with .image.digest }}@{{ . }}{{ end }}
{{- end -}}

{{- define "account-web.secret" -}}
{{ .Values.secret.existing | default (include "account-web.fullname" .) }}
{{- end -}}

{{- define "account-web.host" -}}
{{ (urlParse .Values.config.PUBLIC_ORIGIN).hostname }}
{{- end -}}
