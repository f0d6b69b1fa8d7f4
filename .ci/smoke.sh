# Starts the built program on an empty folder, as a newcomer would, and asks it a few things.
smoke_test() {
  local folder log token pid url=http://127.0.0.1:3987
  folder=$(mktemp -d)
  log=$folder/log
  DEMO=true DATA_DIR=$folder PORT=3987 node scripts/start.mjs >"$log" 2>"$log.errors" & # what npm start runs, where a signal reaches it
  pid=$!
  for _ in $(seq 240); do curl -fsS "$url/health/ready" >/dev/null 2>&1 && break; sleep 0.25; done
  token=$(grep -o 'sut_[A-Za-z0-9_-]*' "$log" | head -n 1)
  ! grep -v '^{' "$log" || return 1 # not a terminal: JSON only
  curl -fsS -H "Authorization: Bearer $token" "$url/api/v1/favorite?update_available=true" | grep -q '"update_available":true'
  curl -fsS -H "Authorization: Bearer $token" "$url/api/v1/software?includeTotal&per_page=1" | grep -q '"total":6944'
  curl -fsS "$url/docs/openapi.json" | grep -q '"openapi":"3.1.0"'
  kill -TERM "$pid"
  wait "$pid"
  ! grep -qi 'error' "$log" "$log.errors" || { cat "$log" "$log.errors"; return 1; }
  rm -rf "$folder"
}
