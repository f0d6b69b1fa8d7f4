#!/bin/sh
# Sends the names and versions of the packages of this machine, and nothing else, once: those of dpkg, rpm, apk or Homebrew. For a timer of
# systemd, launchd or cron, with send.sh beside it. Needs curl: see docs/inventories.md.
set -eu

CONFIG=${CONFIG:-/etc/collector.env}
[ ! -r "$CONFIG" ] || . "$CONFIG"
SUFFIX=-packages
. "$(dirname "$0")/send.sh"

has() { command -v "$1" > /dev/null 2>&1; }
if [ -n "${FORMAT:-}" ]; then :
elif has apk; then FORMAT=apk
elif [ -s /var/lib/dpkg/status ]; then FORMAT=dpkg
elif has rpm; then FORMAT=rpm
elif has brew; then FORMAT=homebrew
else say 'there is neither dpkg nor rpm, apk or Homebrew'; exit 1
fi

# First into a file: of a list that ends early nothing is sent.
list() {
  case $FORMAT in
    apk) apk list --installed ;;
    dpkg) dpkg-query -W -f '${db:Status-Status} ${Package}\t${Version}\t${source:Package}\n' ;;
    rpm) rpm -qa ;;
    homebrew) brew list --versions ;;
  esac
}

collect() {
  list > "$work/list" || return 1
  case $FORMAT in
    apk) sed 's/ (.*) / () /' "$work/list" ;; # without licences
    dpkg) sed -n 's/^installed //p' "$work/list" ;;
    rpm) sed '/^gpg-pubkey-/d' "$work/list" ;;
    homebrew) cat "$work/list" ;;
  esac
}

pause "$(up_to "${JITTER:-0}")"
send_until_done
exit $refused
