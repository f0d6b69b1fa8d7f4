# A server of our own whose data need not survive a power cut: in memory where there is room, and without waiting for a disk.
server=mariadb://root@127.0.0.1:3397
start_mariadb() {
  local room
  room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)
  if [ "${room:-0}" -gt 3000000 ]; then mariadb_data=$(mktemp -d /dev/shm/tracker-ci.XXXXXX); else mariadb_data=$(mktemp -d); fi
  mariadb-install-db --no-defaults --datadir="$mariadb_data" --auth-root-authentication-method=normal >/dev/null
  mariadbd --no-defaults --user=root --datadir="$mariadb_data" --socket="$mariadb_data/socket" --port=3397 --bind-address=127.0.0.1 \
    --character-set-server=utf8mb4 --innodb-flush-log-at-trx-commit=0 --skip-innodb-doublewrite --innodb-buffer-pool-size=512M --max-connections=500 2>"$mariadb_data.log" &
  mariadb_pid=$!
  trap stop_mariadb EXIT
  for _ in $(seq 120); do mariadb --no-defaults --protocol=tcp -h 127.0.0.1 -P 3397 -u root -e 'SELECT 1' >/dev/null 2>&1 && return; sleep 0.5; done
  cat "$mariadb_data.log"
  return 1
}

stop_mariadb() {
  trap - EXIT
  kill "$mariadb_pid" && wait "$mariadb_pid" || true
  rm -rf "$mariadb_data" "$mariadb_data.log"
}
