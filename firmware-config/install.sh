#!/usr/bin/env bash
# Install the companion on Raspberry Pi OS (Bookworm, Trixie). Run it again at any time: it goes on
# where it stopped, and updates what is there. It touches its own files and one marked block in
# config.txt, nothing else.
set -euo pipefail

readonly HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly SOURCE=$(dirname "$HERE")
readonly HOME_DIR=/opt/hare-companion
readonly VENV=$HOME_DIR/venv
readonly CONFIG=/etc/hare-companion
readonly STATE=/var/lib/hare-companion
readonly UNIT=/etc/systemd/system/hare-companion.service
readonly UDEV=/etc/udev/rules.d/70-hare-companion.rules
readonly POLKIT=/etc/polkit-1/rules.d/50-hare-companion.rules
readonly LINK=/usr/local/bin/hare-companion
readonly ACCOUNT=hare-companion
readonly BEGIN='# --- hare-companion: begin (made by firmware-config/install.sh) ---'
readonly END='# --- hare-companion: end ---'

dry=false action=install wheels='' profile='' purge=false

usage() {
  cat <<EOT
usage: sudo firmware-config/install.sh [--profile NAME] [--wheels DIR] [--dry-run]
       sudo firmware-config/install.sh --uninstall [--purge] [--dry-run]

  --profile NAME  the wiring: $(profiles)
  --wheels DIR    install without a network, from the wheels in this folder
  --dry-run       say what would be done, and do nothing
  --uninstall     take everything away again; --purge takes the saved games and settings too
EOT
}

profiles() { (cd "$HERE/config.txt.d" && echo *.txt | sed 's/\.txt//g'); }

say() { printf '%s\n' "$*"; }

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

# Do a command, or say it.
run() {
  if $dry; then say "would run: $*"; else "$@"; fi
}

read_words() {
  while [ $# -gt 0 ]; do
    case $1 in
      --dry-run) dry=true ;;
      --uninstall) action=uninstall ;;
      --purge) purge=true ;;
      --wheels) wheels=$(cd "${2:?--wheels takes a folder}" && pwd) || fail "no folder: $2"; shift ;;
      --profile) profile=${2:?--profile takes a name}; shift ;;
      -h | --help) usage; exit 0 ;;
      *) usage >&2; fail "unknown word: $1" ;;
    esac
    shift
  done
}

check_profile() {
  if [ -z "$profile" ] && [ -f "$CONFIG/config.toml" ]; then
    profile=$(sed -n 's/^profile *= *"\(.*\)".*/\1/p' "$CONFIG/config.toml" | head -n 1)
  fi
  profile=${profile:-breadboard}
  [ -f "$HERE/config.txt.d/$profile.txt" ] || fail "no profile $profile; known are: $(profiles)"
}

boot_config() {
  local file
  for file in /boot/firmware/config.txt /boot/config.txt; do
    if [ -f "$file" ]; then echo "$file"; return; fi
  done
}

# Put a file where it belongs, only when it differs.
place() {
  local from=$1 to=$2 mode=${3:-644}
  if cmp -s "$from" "$to"; then return; fi
  say "writing $to"
  run install -D -m "$mode" "$from" "$to"
}

# --- the steps of the installation

install_packages() {
  local wanted=(python3-venv) offered=(python3-lgpio python3-gpiozero) package missing=()
  if grep -q '^dtparam=spi=on' "$HERE/config.txt.d/$profile.txt"; then
    offered+=(python3-spidev python3-rpi-lgpio)
  fi
  for package in "${offered[@]}"; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      wanted+=("$package")
    else
      say "this distribution has no $package: its wheel is taken where there is one"
    fi
  done
  for package in "${wanted[@]}"; do
    dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  say "installing ${missing[*]}"
  if ! run env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; then
    [ -n "$wheels" ] || fail "apt-get failed: run 'sudo apt-get update' and try again"
    python3 -c 'import venv, ensurepip' 2>/dev/null || fail "without a network python3-venv must be installed before"
    say "going on without ${missing[*]}"
  fi
}

make_account() {
  local group
  for group in gpio i2c spi dialout; do
    getent group "$group" >/dev/null || run groupadd --system "$group"
  done
  if ! getent passwd "$ACCOUNT" >/dev/null; then
    say "making the user $ACCOUNT"
    run useradd --system --user-group --no-create-home --home-dir "$STATE" --shell /usr/sbin/nologin "$ACCOUNT"
  fi
  run usermod --append --groups gpio,i2c,spi,dialout "$ACCOUNT"
}

# A half-made environment (no power, no network) is made anew: the marker is written last.
make_environment() {
  local extras=pi
  grep -q '^dtparam=spi=on' "$HERE/config.txt.d/$profile.txt" && extras=pi,spi
  if [ ! -f "$VENV/.complete" ]; then
    run rm -rf "$VENV"
    run mkdir -p "$HOME_DIR"
    run python3 -m venv --system-site-packages "$VENV"
  fi
  say "installing the companion into $VENV"
  run rm -f "$VENV/.complete"
  if [ -n "$wheels" ]; then
    run "$VENV/bin/pip" install --quiet --no-index --find-links "$wheels" --upgrade "hare-companion[$extras]"
  else
    run "$VENV/bin/pip" install --quiet --upgrade "$SOURCE[$extras]"
  fi
  # The service cannot write byte code: it is made now.
  run "$VENV/bin/python" -m compileall -q "$VENV/lib"
  run touch "$VENV/.complete"
}

place_files() {
  local made
  place "$SOURCE/README.md" "$HOME_DIR/README.md"
  place "$SOURCE/systemd/hare-companion.service" "$UNIT"
  place "$HERE/70-hare-companion.rules" "$UDEV"
  place "$HERE/50-hare-companion.rules" "$POLKIT"
  run ln -sfn "$VENV/bin/hare-companion" "$LINK"
  if [ ! -f "$CONFIG/config.toml" ]; then
    made=$(mktemp)
    sed "s/@PROFILE@/$profile/" "$HERE/config.toml" >"$made"
    place "$made" "$CONFIG/config.toml"
    rm -f "$made"
  fi
}

# Write config.txt anew through a file beside it, so that no cut leaves half of it.
with_block() {
  local file=$1 block=$2 new
  new=$(mktemp)
  sed "/^$(sed 's/[][\.*^$(){}+?|/]/\\&/g' <<<"$BEGIN")\$/,/^$(sed 's/[][\.*^$(){}+?|/]/\\&/g' <<<"$END")\$/d" "$file" >"$new"
  if [ -n "$block" ]; then
    printf '%s\n[all]\n%s\n%s\n' "$BEGIN" "$block" "$END" >>"$new"
  fi
  if cmp -s "$new" "$file"; then rm -f "$new"; return 1; fi
  if $dry; then
    say "would change $file:"
    diff "$file" "$new" || true
    rm -f "$new"
    return 0
  fi
  [ -f "$file.before-hare-companion" ] || cp -p "$file" "$file.before-hare-companion"
  cp "$new" "$file.new"
  sync "$file.new"
  mv "$file.new" "$file"
  rm -f "$new"
}

change_boot_config() {
  local file
  file=$(boot_config)
  if [ -z "$file" ]; then
    say "no config.txt here: this is no Raspberry Pi OS; its lines are in $HERE/config.txt.d/$profile.txt"
    return
  fi
  if with_block "$file" "$(cat "$HERE/config.txt.d/$profile.txt")"; then
    say "changed $file (before: $file.before-hare-companion); restart the Pi once"
  fi
}

running_systemd() { [ -d /run/systemd/system ]; }

start_service() {
  run systemctl enable hare-companion.service
  if running_systemd; then
    run systemctl daemon-reload
    run udevadm control --reload
    run systemctl restart hare-companion.service
  else
    say "systemd does not run here: the companion starts with the next boot"
  fi
}

# --- and back

uninstall() {
  local file
  if running_systemd; then run systemctl stop hare-companion.service || true; fi
  if [ -e "$UNIT" ]; then run systemctl disable hare-companion.service || true; fi
  run rm -rf "$HOME_DIR"
  run rm -f "$UNIT" "$UDEV" "$POLKIT" "$LINK"
  file=$(boot_config)
  if [ -n "$file" ] && with_block "$file" ''; then say "took the block out of $file"; fi
  if $purge; then
    run rm -rf "$CONFIG" "$STATE" /var/lib/private/hare-companion
    if [ -n "$file" ]; then run rm -f "$file.before-hare-companion"; fi
    if getent passwd "$ACCOUNT" >/dev/null; then run userdel "$ACCOUNT"; fi
  else
    say "kept: $CONFIG and the games in $STATE (--purge takes them too)"
  fi
  if running_systemd; then run systemctl daemon-reload; fi
}

main() {
  read_words "$@"
  [ "$(id -u)" -eq 0 ] || $dry || fail "run it as root: sudo $0"
  if [ "$action" = uninstall ]; then uninstall; return; fi
  check_profile
  say "profile: $profile"
  install_packages
  make_account
  make_environment
  place_files
  change_boot_config
  start_service
  say "done. Check the box with: hare-companion doctor"
}

main "$@"
