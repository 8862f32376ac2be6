#!/usr/bin/env bash
# Install the companion on Raspberry Pi OS (Bookworm, Trixie). Run it again at any time: it goes on
# where it stopped, and updates what is there. It touches its own files and one marked block in
# config.txt, nothing else. DESTDIR (for tests) names a folder that is taken for the root.
set -euo pipefail
umask 022
PATH=$PATH:/usr/sbin:/sbin

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SOURCE=$(dirname "$HERE")
ROOT=${DESTDIR:-}
readonly HERE SOURCE ROOT
readonly HOME_DIR=$ROOT/opt/hare-companion
readonly VENV=$HOME_DIR/venv
readonly MADE=$HOME_DIR/made
readonly CONFIG=$ROOT/etc/hare-companion
readonly STATE=$ROOT/var/lib/hare-companion
readonly LINK=$ROOT/usr/local/bin/hare-companion
readonly WANTED_BY=$ROOT/etc/systemd/system/multi-user.target.wants/hare-companion.service
readonly ACCOUNT=hare-companion
readonly GROUPS_USED=(gpio i2c spi dialout)
readonly NEEDED_KB=300000
# Where each of our files goes.
readonly UNIT=$ROOT/etc/systemd/system/hare-companion.service
readonly PHONE=$UNIT.d/phone.conf
readonly DEVICES=$UNIT.d/devices.conf
readonly UDEV=$ROOT/etc/udev/rules.d/70-hare-companion.rules
readonly POLKIT=$ROOT/etc/polkit-1/rules.d/50-hare-companion.rules
readonly MODULES=$ROOT/etc/modules-load.d/hare-companion.conf

dry=false action=install wheels='' profile='' phone='' purge=false work='' restart=false

usage() {
  cat <<EOT
usage: sudo firmware-config/install.sh [--profile NAME] [--phone on|off] [--wheels DIR] [--dry-run]
       sudo firmware-config/install.sh --uninstall [--purge] [--dry-run]

  --profile NAME  the wiring: $(profiles)
  --phone on|off  whether phones in the house may be panels too, with a code (begins with off)
  --wheels DIR    install without a network, from the wheels (and .deb files) in this folder
  --dry-run       say what would be done, and do nothing
  --uninstall     take everything away again, but the saved games and changed settings
  --purge         with --uninstall: these too
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
      --wheels)
        [ -d "${2-}" ] || fail "--wheels takes a folder, and there is no folder '${2-}'"
        wheels=$(cd "$2" && pwd)
        shift ;;
      --profile)
        profile=${2-}
        [ -n "$profile" ] || fail "--profile takes a name, one of: $(profiles)"
        shift ;;
      --phone)
        phone=${2-}
        [[ $phone =~ ^(on|off)$ ]] || fail "--phone takes on or off"
        shift ;;
      -h | --help) usage; exit 0 ;;
      *) usage >&2; fail "unknown word: $1" ;;
    esac
    shift
  done
  if $purge && [ $action = install ]; then fail "--purge goes with --uninstall"; fi
  if [ -n "$phone" ] && [ $action = uninstall ]; then fail "--phone does not go with --uninstall"; fi
}

# --- before anything is changed

check_checkout() {
  local part
  for part in pyproject.toml LICENSE README.md companion/__main__.py companion/rules/action_list.py \
    companion/locale/build_hook.py companion/editions/ravensburger-1978.toml hardware/devices.py \
    hardware/profiles/breadboard.toml systemd/hare-companion.service systemd/phone.conf firmware-config/boot_block.py \
    firmware-config/70-hare-companion.rules firmware-config/50-hare-companion.rules \
    firmware-config/modules.conf firmware-config/config.toml \
    firmware-config/config.txt.d/breadboard.txt; do
    [ -s "$SOURCE/$part" ] || fail "this copy is not whole, $part is missing: clone it again"
  done
}

check_machine() {
  command -v python3 >/dev/null || fail "python3 is missing: is this Raspberry Pi OS?"
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "$(python3 --version) is too old: Raspberry Pi OS Bookworm or newer is needed"
  local place=$ROOT/opt free
  while [ ! -d "$place" ]; do place=$(dirname "$place"); done
  free=$(df -Pk "$place" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge $NEEDED_KB ] ||
    fail "only $((free / 1000)) MB are free in $place, $((NEEDED_KB / 1000)) are needed"
  if [ "$(findmnt -no FSTYPE "${ROOT:-/}" 2>/dev/null)" = overlay ]; then
    say "NOTE: the root is an overlay, which may forget all this with the power. On the Pi: sudo" \
      "raspi-config, Performance, Overlay File System, off; restart; then install"
  fi
}

# The profile that the settings name; nothing without settings.
told_profile() {
  [ -f "$CONFIG/config.toml" ] || return 0
  python3 -I - "$CONFIG/config.toml" <<'PY' || fail "$CONFIG/config.toml cannot be read: mend it"
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    print(tomllib.load(file).get("profile", "breadboard"))
PY
}

check_profile() {
  local told
  told=$(told_profile)
  profile=${profile:-${told:-breadboard}}
  [[ $profile =~ ^[a-z0-9-]+$ && -f $HERE/config.txt.d/$profile.txt ]] ||
    fail "there is no profile '$profile': choose one of $(profiles)"
}

check_wheels() {
  [ -n "$wheels" ] || return 0
  compgen -G "$wheels/hare_companion-*.whl" >/dev/null ||
    fail "no wheel of the companion in $wheels: make the folder with firmware-config/fetch_wheels.py"
}

uses_spi() { grep -q '^dtparam=spi=on' "$HERE/config.txt.d/$profile.txt"; }

# As told, else as it was.
has_phone() { [ "$phone" = on ] || { [ -z "$phone" ] && [ -e "$PHONE" ]; }; }

# --- what the distribution has

is_installed() { dpkg -s "$1" 2>/dev/null | grep -q '^Status: install ok installed'; }

missing_packages() {
  local wanted=(python3-venv python3-lgpio polkitd) package
  if [ -z "$wheels" ]; then wanted+=(python3-gpiozero); fi # its wheel is pure, and newer
  # For 32 bits the wheel of Pillow leaves its libraries to the system, and a Lite image lacks them.
  if [ "$(dpkg --print-architecture)" = armhf ]; then wanted+=(python3-pil); fi
  if uses_spi; then
    wanted+=(python3-spidev)
    # It and python3-rpi.gpio shut each other out, and another program may need that one: then the
    # environment gets an rpi-lgpio of its own.
    is_installed python3-rpi.gpio || wanted+=(python3-rpi-lgpio)
  fi
  for package in "${wanted[@]}"; do
    is_installed "$package" || echo "$package"
  done
}

install_packages() {
  local missing package offered=()
  if [ -n "$wheels" ] && compgen -G "$wheels/*.deb" >/dev/null; then
    run dpkg --install "$wheels"/*.deb
  fi
  mapfile -t missing < <(missing_packages)
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  if [ -z "$wheels" ]; then
    run apt-get update -qq || say "apt-get update failed: going on with the lists that are here"
  fi
  for package in "${missing[@]}"; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      offered+=("$package")
    else
      say "this distribution has no $package"
    fi
  done
  if [ ${#offered[@]} -gt 0 ]; then install_offered "${offered[@]}"; fi
}

install_offered() {
  say "installing $*"
  if run env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@"; then
    return
  fi
  [ -n "$wheels" ] || fail "apt-get could not install $*: mend what it says above, then try again"
  python3 -c 'import venv, ensurepip' 2>/dev/null ||
    fail "python3-venv is missing: put its .deb file into $wheels"
  say "going on without $*"
}

# --- the account

# Remember what was not there before us; remembered first, so that a cut between loses nothing.
remember() {
  grep -qsxF "$*" "$MADE" && return
  if $dry; then return; fi
  mkdir -p "$HOME_DIR"
  printf '%s\n' "$*" >>"$MADE"
}

make_account() {
  local group
  for group in "${GROUPS_USED[@]}"; do
    if ! getent group "$group" >/dev/null; then
      say "making the group $group"
      remember group "$group"
      run groupadd --system "$group"
    fi
  done
  if ! getent passwd "$ACCOUNT" >/dev/null; then
    say "making the user $ACCOUNT"
    run useradd --system --user-group --no-create-home --home-dir /var/lib/hare-companion \
      --shell /usr/sbin/nologin "$ACCOUNT"
  fi
  run usermod --append --groups "$(IFS=,; echo "${GROUPS_USED[*]}")" "$ACCOUNT"
}

# --- the environment: a new one is built beside the old one and takes its place when it is whole,
# so that neither a cut nor a failed download leaves a box that does not play

fingerprint() {
  {
    python3 --version
    if uses_spi; then echo spi; fi
    if has_phone; then echo phone; fi
    (cd "$SOURCE" && find companion hardware pyproject.toml LICENSE -type f \
      ! -path '*/__pycache__/*' ! -name '*.mo' -print0 | sort -z | xargs -0 sha256sum)
    if [ -n "$wheels" ]; then (cd "$wheels" && sha256sum -- *.whl); fi
  } | sha256sum | cut -c1-12
}

# Does the companion in this environment start, and do the libraries of a board? They are loaded, not
# looked for: one that is there may still lack a library of the system's.
works() {
  [ -f "$1/complete" ] || [ "${2-}" = new ] || return
  (cd / && "$1/bin/hare-companion" editions && "$1/bin/python" -c '
import PIL.Image, gpiozero, luma.oled.device, serial, smbus2') >"$work/works.log" 2>&1
}

make_environment() {
  local new old
  new=$HOME_DIR/venv.$(fingerprint)
  if [ "$(readlink "$VENV")" = "${new##*/}" ] && works "$new"; then
    say "the companion in $VENV is up to date"
  else
    say "installing the companion into $VENV (a few minutes)"
    run rm -rf "$new"
    run mkdir -p "$HOME_DIR"
    run python3 -m venv --system-site-packages "$new"
    fill_environment "$new"
    if ! $dry; then
      works "$new" new || {
        cat "$work/works.log" >&2
        fail "what was installed does not start. Where a shared object is missing: sudo apt install" \
          "python3-pil, then run this again"
      }
    fi
    run touch "$new/complete"
    run sync
    run ln -sfn "${new##*/}" "$HOME_DIR/venv.new"
    run mv -T "$HOME_DIR/venv.new" "$VENV"
  fi
  for old in "$HOME_DIR"/venv.*; do
    if [ -e "$old" ] && [ "$old" != "$new" ]; then run rm -rf "$old"; fi
  done
}

fill_environment() {
  local new=$1 extras=pi pip
  if uses_spi; then extras+=,spi; fi
  if has_phone; then extras+=,page; fi
  pip=("$new/bin/python" -m pip install --quiet --no-cache-dir --disable-pip-version-check --no-input)
  if [ -n "$wheels" ]; then
    run "${pip[@]}" --no-index --find-links "$wheels" "hare-companion[$extras]" ||
      fail "something is missing in $wheels (lgpio for Python 3.13 and spidev come as .deb files):" \
        "make it anew with firmware-config/fetch_wheels.py$(if has_phone; then echo ' --phone'; fi)"
  else
    # Built from a copy: the clone is the family's, and gets no files of root's.
    if ! $dry; then
      mkdir -p "$work/source"
      (cd "$SOURCE" && cp -r pyproject.toml README.md LICENSE companion hardware "$work/source")
    fi
    run "${pip[@]}" "$work/source[$extras]" ||
      fail "pip could not install it: is the network there? Run this again to go on"
  fi
  if uses_spi; then add_rpi_lgpio "${pip[@]}"; fi
  # The service cannot write byte code: it is made now.
  run "$new/bin/python" -m compileall -q "$new/lib" || true
}

# For Python 3.13 no lgpio can be had by pip; rpi-lgpio itself is plain Python and needs apt's.
add_rpi_lgpio() {
  local python=$1 source=()
  if "$python" -c 'import importlib.metadata as m; m.version("rpi-lgpio")' 2>/dev/null; then return; fi
  if [ -n "$wheels" ]; then source=(--no-index --find-links "$wheels"); fi
  run "$@" "${source[@]}" --no-deps 'rpi-lgpio>=0.6,<1' ||
    say "MISSING: rpi-lgpio, without which a panel on SPI stays dark"
}

say_what_is_missing() {
  $dry && return
  if ! "$VENV/bin/python" -c 'import importlib.metadata as m; m.version("lgpio")' 2>/dev/null; then
    say "MISSING: lgpio, without which no button works. Raspberry Pi OS has it: sudo apt install" \
      "python3-lgpio; then run this again"
  fi
}

# --- files

# Put a file where it belongs, only when it differs, whole or not at all.
place() {
  local from=$1 to=$2 folder
  cmp -s "$from" "$to" && return
  say "writing $to"
  folder=$(dirname "$to")
  remember_folders "$folder"
  run install -D -m 644 "$from" "$to.hare-companion-new"
  run mv -T "$to.hare-companion-new" "$to"
}

remember_folders() {
  [ -d "$1" ] && return
  remember_folders "$(dirname "$1")"
  remember folder "$1"
}

settings() { sed "s/@PROFILE@/$1/" "$HERE/config.toml"; }

place_files() {
  place "$SOURCE/README.md" "$HOME_DIR/README.md"
  place "$SOURCE/systemd/hare-companion.service" "$UNIT"
  if has_phone; then place "$SOURCE/systemd/phone.conf" "$PHONE"; else forget_phone; fi
  place "$HERE/70-hare-companion.rules" "$UDEV"
  place "$HERE/50-hare-companion.rules" "$POLKIT"
  place "$HERE/modules.conf" "$MODULES"
  remember_folders "$(dirname "$LINK")"
  run mkdir -p "$(dirname "$LINK")"
  run ln -sfn "${VENV#"$ROOT"}/bin/hare-companion" "$LINK"
  place_settings
  place_devices
}

# The unit allows whole classes of devices; this allows those that the settings need.
place_devices() {
  if $dry; then say "would write $DEVICES from $CONFIG/config.toml"; return; fi
  if "$VENV/bin/python" -P -m hardware.systemd_devices "$CONFIG/config.toml" >"$work/devices.conf"; then
    place "$work/devices.conf" "$DEVICES"
  else
    say "$CONFIG/config.toml has a fault: the service may open all devices of its classes"
    forget_drop_in "$DEVICES"
  fi
}

forget_phone() { forget_drop_in "$PHONE"; }

forget_drop_in() {
  run rm -f "$1" "$1.hare-companion-new"
  if [ -d "$UNIT.d" ]; then run rmdir --ignore-fail-on-non-empty "$UNIT.d"; fi
}

# The settings are the family's: of what is there only the profile is changed, and only when told.
place_settings() {
  local file=$CONFIG/config.toml
  if [ ! -f "$file" ]; then
    settings "$profile" >"$work/config.toml"
  elif [ "$(told_profile)" = "$profile" ]; then
    return
  elif grep -q '^profile *=' "$file"; then
    sed "s/^profile *=.*/profile = \"$profile\"/" "$file" >"$work/config.toml"
  else
    { printf 'profile = "%s"\n' "$profile"; cat "$file"; } >"$work/config.toml"
  fi
  place "$work/config.toml" "$file"
}

boot_config() {
  local file
  for file in "$ROOT/boot/firmware/config.txt" "$ROOT/boot/config.txt"; do
    if [ -f "$file" ]; then echo "$file"; return; fi
  done
}

boot_block() {
  local words=("$@") status=0
  if $dry; then words+=(--dry-run); fi
  python3 -I -B "$HERE/boot_block.py" "${words[@]}" || status=$?
  [ $status -eq 0 ] || [ $status -eq 3 ] || fail "config.txt was left as it is"
  return $status
}

change_boot_config() {
  local file
  file=$(boot_config)
  if [ -z "$file" ]; then
    say "no config.txt here: this is no Raspberry Pi OS; its lines are in $HERE/config.txt.d/$profile.txt"
  elif boot_block put "$file" "$HERE/config.txt.d/$profile.txt"; then
    restart=true
  fi
}

running_systemd() { [ -d "$ROOT/run/systemd/system" ]; }

start_service() {
  if running_systemd; then
    run systemctl daemon-reload
    run udevadm control --reload
    run udevadm trigger --subsystem-match=tty --subsystem-match=gpio \
      --subsystem-match=i2c-dev --subsystem-match=spidev
    run modprobe i2c-dev || true
    run systemctl enable hare-companion.service
    run systemctl restart --no-block hare-companion.service
  else
    run systemctl ${ROOT:+--root="$ROOT"} enable hare-companion.service
    say "systemd does not run here: the companion starts with the next boot"
  fi
}

# --- and back

uninstall() {
  local file
  if running_systemd; then run systemctl stop hare-companion.service || true; fi
  if [ -e "$UNIT" ]; then
    run systemctl ${ROOT:+--root="$ROOT"} disable hare-companion.service || true
  fi
  for file in "$WANTED_BY" "$UNIT" "$UDEV" "$POLKIT" "$MODULES"; do
    run rm -f "$file" "$file.hare-companion-new"
  done
  if [[ $(readlink "$LINK") == */hare-companion/venv/bin/hare-companion ]]; then run rm -f "$LINK"; fi
  file=$(boot_config)
  if [ -n "$file" ]; then
    boot_block take "$file" || true
    if $purge; then run rm -f "$file.before-hare-companion"; fi
  fi
  forget_phone
  forget_drop_in "$DEVICES"
  forget_settings
  forget_account
  if running_systemd; then
    run systemctl daemon-reload
    run systemctl reset-failed hare-companion.service 2>/dev/null || true
    run udevadm control --reload
  fi
  forget_folders
  run rm -rf "$HOME_DIR"
  say_what_stays
}

forget_settings() {
  local file=$CONFIG/config.toml name
  run rm -f "$file.hare-companion-new"
  for name in $(profiles); do
    if cmp -s <(settings "$name") "$file"; then run rm -f "$file"; fi
  done
  if $purge; then run rm -rf "$CONFIG" "$STATE"; fi
  for file in "$CONFIG" "$STATE"; do
    if [ -d "$file" ]; then run rmdir --ignore-fail-on-non-empty "$file"; fi
  done
}

forget_account() {
  local group
  if getent passwd "$ACCOUNT" >/dev/null; then
    run userdel "$ACCOUNT" || say "the user $ACCOUNT could not be removed: see above"
  fi
  # userdel leaves a group that was there before, or has others in it.
  if getent group "$ACCOUNT" >/dev/null && ! $dry; then groupdel "$ACCOUNT" || true; fi
  [ -f "$MADE" ] || return 0
  sed -n 's/^group //p' "$MADE" | while IFS= read -r group; do
    if [ -n "$(getent group "$group" | cut -d: -f4)" ] && ! $dry; then
      say "kept the group $group: others are in it"
    elif getent group "$group" >/dev/null; then
      run groupdel "$group" || true
    fi
  done
}

forget_folders() {
  local folder
  [ -f "$MADE" ] || return 0
  sed -n 's/^folder //p' "$MADE" | tac | while IFS= read -r folder; do
    if [ -d "$folder" ] && [ "$folder" != "$HOME_DIR" ]; then
      run rmdir --ignore-fail-on-non-empty "$folder"
    fi
  done
}

say_what_stays() {
  local place
  for place in "$CONFIG" "$STATE"; do
    if [ -d "$place" ] && ! $dry; then say "kept: $place (--uninstall --purge takes it too)"; fi
  done
  say "taken away. Packages of the distribution stay: others may need them"
}

# One at a time: the lock is on this folder itself, and leaves no file.
lock() {
  exec 9<"$HERE"
  flock --nonblock 9 || fail "another install.sh is running"
}

leave() {
  local status=$?
  rm -rf "$work"
  [ $status -eq 0 ] ||
    say "install.sh stopped before its end. Mend what stands above and run it again: it goes on" >&2
}

main() {
  read_words "$@"
  [ "$(id -u)" -eq 0 ] || [ -n "$ROOT" ] || $dry || fail "run it as root: sudo $0"
  check_checkout
  lock
  work=$(mktemp -d)
  trap leave EXIT
  if [ "$action" = uninstall ]; then uninstall; return; fi
  check_machine
  check_profile
  check_wheels
  say "profile: $profile"
  install_packages
  make_account
  make_environment
  place_files
  change_boot_config
  start_service
  say_what_is_missing
  if $dry; then return; fi
  sync
  if $restart; then say "done. Restart the Pi once: sudo reboot"; else say "done"; fi
  say "check the box with: sudo hare-companion doctor --state /var/lib/hare-companion"
}

main "$@"
