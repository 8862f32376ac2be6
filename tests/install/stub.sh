#!/usr/bin/env bash
# Stands in for the programs that would change the machine: each of them is a link to this file. What
# they do, they do below $DESTDIR; every call is written down in $FAKE_ROOT/calls. At the $KILL_AT-th call
# the power fails: all of this process group is killed.
set -euo pipefail
PATH=$REAL_PATH
name=${0##*/}
etc=$DESTDIR/etc

remove_line() { grep -v "^$2:" "$1" >"$1.new" || true; mv "$1.new" "$1"; }

case $name in
  getent) exec grep "^$2:" "$etc/$1" ;;
  apt-cache) exec grep -qx "$2" "$FAKE_ROOT/offered" ;;
  findmnt) echo ext4; exit ;;
  dpkg) if [ "$1" = --print-architecture ]; then exec cat "$FAKE_ROOT/architecture"; fi
    if [ "$1" = -s ]; then
      grep -qx "$2" "$FAKE_ROOT/installed"
      echo 'Status: install ok installed'
      exit
    fi ;;
esac

call="$name ${*//$'\n'/ }"
echo "$call" >>"$FAKE_ROOT/calls"
if [ -n "${KILL_AT-}" ] && [[ $call == *"$KILL_AT"* ]]; then kill -9 0; fi

case $name in
  apt-get) [ ! -e "$FAKE_ROOT/no-network" ] || { echo 'E: no network' >&2; exit 100; }
    if [[ " $* " == *" install "* ]]; then
      printf '%s\n' "$@" >>"$FAKE_ROOT/installed"
    fi ;;
  groupadd) echo "$2:x:900:" >>"$etc/group" ;;
  groupdel) remove_line "$etc/group" "$1" ;;
  useradd) echo "${*: -1}:x:900:900::/:" >>"$etc/passwd" ;;
  userdel) remove_line "$etc/passwd" "$1" ;;
  systemctl) wants=$etc/systemd/system/multi-user.target.wants/hare-companion.service
    case " $* " in
      *' enable '*) mkdir -p "${wants%/*}"; ln -sf ../hare-companion.service "$wants" ;;
      *' disable '*) rm -f "$wants" ;;
    esac ;;
  python3) if [[ $* != '-m venv'* ]]; then exec python3 "$@"; fi
    place=${*: -1}
    mkdir -p "$place/bin" "$place/lib"
    for program in python hare-companion; do ln -sf "$FAKE_ROOT/bin/in-venv" "$place/bin/$program"; done ;;
  in-venv | python | hare-companion) case $* in
      '-m pip'*) [ ! -e "$FAKE_ROOT/no-network" ] || exit 1
        touch "$(dirname "$0")/../lib/installed" ;;
      *compileall*) ;;
      *systemd_devices*) [ -e "$(dirname "$0")/../lib/installed" ]
        repository=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..
        PYTHONPATH=$repository exec python3 "$@" ;;
      '-c'*luma*) [ -e "$(dirname "$0")/../lib/installed" ]
        # A library that was installed and cannot be loaded stands before the real ones.
        if [ -d "$FAKE_ROOT/broken" ]; then PYTHONPATH=$FAKE_ROOT/broken exec python3 "$@"; fi ;;
      *) [ -e "$(dirname "$0")/../lib/installed" ] ;;
    esac ;;
  install | mv | ln | rm) exec "$name" "$@" ;;
esac
