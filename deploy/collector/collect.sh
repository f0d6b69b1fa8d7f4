#!/bin/sh
# Sends what runs on this machine to the tracker: at the start, 30 seconds after a container has come or gone, and each hour.
# Asks Docker or Podman by their socket, or Kubernetes from inside the cluster. Needs curl and jq: see docs/inventories.md.
set -eu

: "${TRACKER_URL:?the address of the tracker, such as https://updates.example.org}"
: "${TRACKER_TOKEN:?a token with the scope inventory:write}"
INVENTORY=${INVENTORY:-$(hostname | tr 'A-Z' 'a-z' | tr -c 'a-z0-9._\n-' '-')}
ENVIRONMENT=${ENVIRONMENT:-}
DOCKER_HOST=${DOCKER_HOST:-unix:///var/run/docker.sock}
EVERY=${EVERY:-3600}
SETTLE=${SETTLE:-30}
POD=${POD:-/var/run/secrets/kubernetes.io/serviceaccount}
KUBERNETES=${KUBERNETES:-https://kubernetes.default.svc}
say() { echo "collector: $*" >&2; }
pause() { sleep "$1" & wait $! || true; }

work=$(mktemp -d)
trap 'rm -rf "$work"; kill $(jobs -p) 2>/dev/null || true' EXIT
trap 'exit 0' INT TERM
mkfifo "$work/events"
case $DOCKER_HOST in
  unix://*) at="--unix-socket ${DOCKER_HOST#unix://}" base=http://docker ;;
  tcp://*) at='' base=http://${DOCKER_HOST#tcp://} ;;
  *) at='' base=$DOCKER_HOST ;;
esac

# --globoff: filters have braces. The socket's path has no spaces.
docker() { curl -sS --fail --globoff $at "$base$1"; }

# All that is sent of labels and variables: what a version is read from.
KEPT='
  def labels: . // {} | with_entries(select(.key | IN("org.opencontainers.image.version", "org.opencontainers.image.source",
    "org.opencontainers.image.title", "org.opencontainers.image.ref.name", "org.opencontainers.image.base.name", "build_version",
    "org.label-schema.version", "org.label-schema.vcs-url", "org.label-schema.name", "io.hass.version")));
  def variables($image): ($image | sub("@.*$"; "") | split("/") | last | sub(":.*$"; "") | ascii_upcase
    | gsub("[^A-Z0-9]+"; "_")) as $name
    | [.[]? | select(startswith($name + "_VERSION=") or startswith("PG_VERSION=") or startswith("PS_VERSION="))];
'

containers() {
  docker /containers/json > "$work/list" || return 1
  for id in $(jq -r '.[].Id | select(test("^[0-9a-f]+$"))' "$work/list"); do
    docker "/containers/$id/json" | jq -c "$KEPT"' (.Config.Image // .ImageName) as $image
      | {Name, State: {}, Config: {Image: $image, Labels: (.Config.Labels | labels), Env: (.Config.Env | variables($image))}}'
  done
}

pods() {
  curl -sS --fail --cacert "$POD/ca.crt" -H "Authorization: Bearer $(cat "$POD/token")" "$KUBERNETES/api/v1/pods" > "$work/list" || return 1
  jq -c '{apiVersion: "v1", kind: "List", items: [.items[] | {apiVersion: "v1", kind: "Pod",
      metadata: {namespace: .metadata.namespace, name: .metadata.name},
      spec: {containers: [.spec.containers[]? | {name, image}], initContainers: [.spec.initContainers[]? | {name, image}]}}]}' "$work/list"
}

in_cluster() { [ -r "$POD/token" ]; }
collect() { if in_cluster; then pods; else containers; fi; }

# A refusal of the content or the token does not get better by sending it again.
send() {
  collect > "$work/body" || return 1
  query=$([ -z "$ENVIRONMENT" ] || printf '?environment=%s' "$(printf %s "$ENVIRONMENT" | jq -sRr @uri)")
  printf 'Authorization: Bearer %s' "$TRACKER_TOKEN" > "$work/header"
  status=$(curl -sS -o "$work/answer" -w '%{http_code}' -X PUT -H "@$work/header" -H 'Content-Type: text/plain' \
    --data-binary "@$work/body" "$TRACKER_URL/api/v1/inventory/$INVENTORY/content$query") || return 1
  case $status in
    200) say "$(jq -r '.data.counts | "\(.added + .created) new, \(.moved) moved, \(.removed) gone, \(.unchanged) unchanged, \(.unmatched) unknown"' "$work/answer")" ;;
    429 | 5??) say "the tracker answered $status"; return 1 ;;
    *) say "the tracker refused it: $(jq -r '.detail // .title // empty' "$work/answer" 2>/dev/null) ($status)" ;;
  esac
}

# 5 seconds, then twice as long each time, up to 10 minutes; up to half of it more, so that not all machines come at once.
send_until_done() {
  delay=5
  until send; do
    wait=$((delay + $(od -An -N2 -tu2 /dev/urandom) % (delay / 2 + 1)))
    say "trying again in $wait s"
    pause $wait
    delay=$((delay * 2 > 600 ? 600 : delay * 2))
  done
}

# Until a container comes or goes, or the time is over; where there are no events, only the latter.
wait_for_change() {
  in_cluster && { pause "$EVERY"; return; }
  began=$(date +%s)
  filters='{"type":["container"],"event":["start","die","destroy"]}'
  curl -sS --fail --globoff -N --max-time "$EVERY" $at "$base/events?filters=$filters" > "$work/events" 2>/dev/null &
  events=$!
  if read -r _ < "$work/events"; then pause "$SETTLE"; else left=$((began + EVERY - $(date +%s))); pause $((left > 0 ? left : 0)); fi
  kill $events 2>/dev/null || true
}

while :; do
  send_until_done
  [ "${ONCE:-}" = 1 ] && exit 0
  wait_for_change
done
