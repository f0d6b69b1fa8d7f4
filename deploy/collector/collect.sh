#!/bin/sh
# Sends what runs on this machine to the tracker: at the start, 30 seconds after a container has come or gone, and each hour.
# Asks Docker or Podman by their socket, or Kubernetes from inside the cluster. Needs send.sh beside it, curl and jq: see docs/inventories.md.
set -eu

. "$(dirname "$0")/send.sh"
DOCKER_HOST=${DOCKER_HOST:-unix:///var/run/docker.sock}
EVERY=${EVERY:-3600}
SETTLE=${SETTLE:-30}
# More labels that may leave the machine, such as those of other trackers: names, or beginnings of names with * behind.
LABELS=${LABELS:-}
POD=${POD:-/var/run/secrets/kubernetes.io/serviceaccount}
KUBERNETES=${KUBERNETES:-https://kubernetes.default.svc}
mkfifo "$work/events"
case $DOCKER_HOST in
  unix://*) at="--unix-socket ${DOCKER_HOST#unix://}" base=http://docker ;;
  tcp://*) at='' base=http://${DOCKER_HOST#tcp://} ;;
  *) at='' base=$DOCKER_HOST ;;
esac

# --globoff: filters have braces. The socket's path has no spaces.
docker() { curl -sS --fail --globoff $at "$base$1"; }

# All that is sent of labels and variables: what a version is read from, and the labels that LABELS names.
KEPT='
  def named: . as $key | $more | split(" ") | any(. == $key or (endswith("*") and (.[:-1] as $start | $key | startswith($start))));
  def labels: . // {} | with_entries(select(.key | named or IN("org.opencontainers.image.version", "org.opencontainers.image.source",
    "org.opencontainers.image.title", "org.opencontainers.image.ref.name", "org.opencontainers.image.base.name", "build_version",
    "org.label-schema.version", "org.label-schema.vcs-url", "org.label-schema.name", "io.hass.version")));
  def variables($image): ($image | sub("@.*$"; "") | split("/") | last | sub(":.*$"; "") | ascii_upcase
    | gsub("[^A-Z0-9]+"; "_")) as $name
    | [.[]? | select(startswith($name + "_VERSION=") or startswith("PG_VERSION=") or startswith("PS_VERSION="))];
'

containers() {
  docker /containers/json > "$work/list" || return 1
  for id in $(jq -r '.[].Id | select(test("^[0-9a-f]+$"))' "$work/list"); do
    if ! docker "/containers/$id/json" > "$work/one"; then
      # Docker does not show it, or it has just gone: what the list says of it is better than nothing.
      say "no details of container $id"
      jq --arg id "$id" '.[] | select(.Id == $id) | {Name: .Names[0], Image: .ImageID, Config: {Image, Labels}}' "$work/list" > "$work/one"
    fi
    docker "/images/$(jq -r .Image "$work/one")/json" 2> /dev/null | jq -c '.RepoDigests // []' > "$work/digests" || true
    [ -s "$work/digests" ] || echo '[]' > "$work/digests"
    jq -c --arg more "$LABELS" --slurpfile digests "$work/digests" "$KEPT"' (.Config.Image // .ImageName) as $image
      | {Name, State: {}, RepoDigests: $digests[0],
         Config: {Image: $image, Labels: (.Config.Labels | labels), Env: (.Config.Env | variables($image))}}' "$work/one"
  done
}

pods() {
  curl -sS --fail --cacert "$POD/ca.crt" -H "Authorization: Bearer $(cat "$POD/token")" "$KUBERNETES/api/v1/pods" > "$work/list" || return 1
  jq -c '{apiVersion: "v1", kind: "List", items: [.items[] | {apiVersion: "v1", kind: "Pod",
      metadata: {namespace: .metadata.namespace, name: .metadata.name},
      spec: {containers: [.spec.containers[]? | {name, image}], initContainers: [.spec.initContainers[]? | {name, image}]},
      status: {containerStatuses: [.status.containerStatuses[]? | {name, imageID}],
        initContainerStatuses: [.status.initContainerStatuses[]? | {name, imageID}]}}]}' "$work/list"
}

in_cluster() { [ -r "$POD/token" ]; }
collect() { if in_cluster; then pods; else containers; fi; }

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
  [ "${ONCE:-}" = 1 ] && exit $refused
  wait_for_change
done
