#!/bin/sh
# Install the packages beside this file, on the first start of a card that prepare_card.py prepared.
# Until that works, it is tried again each minute and at each start: journalctl -u hare-companion-first-boot
set -u
here=$(cd "$(dirname "$0")" && pwd)
name=hare-companion-first-boot.service
unit=/etc/systemd/system/$name
export DEBIAN_FRONTEND=noninteractive

# Another apt may be at work on a first start.
install() { apt-get -o DPkg::Lock::Timeout=900 install -y "$@" "$here"/*.deb; }

# Without a network it plays too, where the card has what the package cannot do without.
install_somehow() {
  install || { apt-get -o DPkg::Lock::Timeout=900 update && install; } || install --no-install-recommends
}

try_again_later() {
  [ ! -e "$unit" ] || return
  cat >"$unit" <<EOT
[Unit]
Description=Install hare-companion from the boot partition
After=network.target

[Service]
ExecStart=/bin/sh $here/first-boot.sh
Restart=on-failure
RestartSec=60

[Install]
WantedBy=multi-user.target
EOT
  systemctl daemon-reload
  systemctl enable --now --no-block "$name"
}

finish() {
  rm -rf "$here"
  [ ! -e "$unit" ] || systemctl disable "$name"
  rm -f "$unit"
}

debconf-set-selections "$here/answers"
dpkg --configure -a
if install_somehow; then
  finish
else
  try_again_later
  echo "hare-companion could not be installed, see above: it is tried again each minute" >&2
  exit 1
fi
