# What collectors share, read by collect.sh and packages.sh: sends what `collect` prints, until the tracker has it.
: "${TRACKER_URL:?the address of the tracker, such as https://updates.example.org}"
: "${TRACKER_TOKEN:?a token with the scope inventory:write}"
INVENTORY=${INVENTORY:-$(uname -n | tr 'A-Z' 'a-z' | tr -c 'a-z0-9._\n-' '-')${SUFFIX:-}}

say() { echo "collector: $*" >&2; }
pause() { sleep "$1" & wait $! || true; }
up_to() { echo $(($(od -An -N2 -tu2 /dev/urandom) % ($1 + 1))); }
encoded() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }

work=$(mktemp -d)
trap 'rm -rf "$work"; kill $(jobs -p) 2>/dev/null || true' EXIT
trap 'exit 0' INT TERM

# A refusal of the content or the token does not get better by sending it again; a timer or a job then fails.
send() {
  collect > "$work/body" || return 1
  query=format=${FORMAT:-auto}${ENVIRONMENT:+&environment=$(encoded "$ENVIRONMENT")}${FOLLOW_TAGS:+&follow_tags=true}
  printf 'Authorization: Bearer %s' "$TRACKER_TOKEN" > "$work/header"
  status=$(curl -sS -o "$work/answer" -w '%{http_code}' -X PUT -H "@$work/header" -H 'Content-Type: text/plain' \
    --data-binary "@$work/body" "$TRACKER_URL/api/v1/inventory/$INVENTORY/content?$query") || return 1
  case $status in
    200) refused=0; say "$(grep -o '"counts":{[^}]*}' "$work/answer" | sed 's/.*{"//; s/}//; s/":/ /g; s/,"/, /g')" ;;
    429 | 5??) say "the tracker answered $status"; return 1 ;;
    *) refused=1; say "the tracker refused it: $(sed -nE 's/.*"detail":"(([^"\\]|\\.)*)".*/\1/p' "$work/answer") ($status)" ;;
  esac
}

# 5 seconds, then twice as long each time, up to 10 minutes; up to half of it more, so that not all machines come at once.
send_until_done() {
  delay=5
  until send; do
    wait=$((delay + $(up_to $((delay / 2)))))
    say "trying again in $wait s"
    pause $wait
    delay=$((delay * 2 > 600 ? 600 : delay * 2))
  done
}
