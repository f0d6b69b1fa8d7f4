# Debian's packages that are missing, for the steps that are run: a server, an MQTT broker, the proxies of deploy/, Chromium, and what checks alert rules.
install_packages() {
  local missing=()
  case $steps in *server*) command -v mariadbd >/dev/null || missing+=(mariadb-server) ;; esac
  case $steps in *server* | *sqlite*) [ -x /usr/sbin/mosquitto ] || missing+=(mosquitto) ;; esac
  case $steps in *sqlite*) for one in haproxy nginx caddy; do command -v "$one" >/dev/null || missing+=("$one"); done ;; esac
  case $steps in *web*) command -v chromium >/dev/null || missing+=(chromium fonts-dejavu-core) ;; esac
  if [ "${#missing[@]}" -gt 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
  case $steps in *static*) find_promtool ;; esac
}

# Only this program of the package: the server itself is not installed, nor started.
find_promtool() {
  command -v promtool >/dev/null && return
  local folder
  folder=$(mktemp -d)
  chmod 755 "$folder"
  apt-get update -qq
  (cd "$folder" && apt-get download -qq prometheus 2>/dev/null && dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool)
  install "$folder/usr/bin/promtool" /usr/local/bin/promtool
  rm -rf "$folder"
}
