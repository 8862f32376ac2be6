#!/bin/bash
# Build the bench's User-Mode Linux kernel, once, into a cache outside the repository.
#
# usage: kernel.sh          build it when it is missing (two to six minutes), print its path last
#        kernel.sh --path   only print where it is, or would be
#
# The folder's name carries a hash of this script, the fragment and the patch: change one, and a new
# kernel is built beside the old one. KERNEL_CACHE names another cache folder.
set -euo pipefail
export LC_ALL=C

readonly HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly SERIES=6.1
readonly PACKAGES=(linux-source-$SERIES make gcc bc bison flex xz-utils libelf-dev patch)
readonly SOURCE=/usr/src/linux-source-$SERIES.tar.xz
readonly CACHE=${KERNEL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/hare-companion}
readonly RECIPE=$(cat "$HERE"/kernel.{sh,fragment,patch} | sha256sum | cut -c1-12)
readonly HOME_OF_KERNEL=$CACHE/kernel-$SERIES-$RECIPE
readonly KERNEL=$HOME_OF_KERNEL/linux

say() { echo "kernel.sh: $*" >&2; }

missing_packages() {
    local package
    for package in "${PACKAGES[@]}"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            echo "$package"
    done
}

install_packages() {
    local missing
    mapfile -t missing < <(missing_packages)
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" -ne 0 ]; then
        say "packages are missing; as root: apt-get install ${missing[*]}"
        exit 3
    fi
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
        "${missing[@]}" >&2
}

# Unpack what the build reads. Most of the archive is other machines and drivers: their Kconfig
# files and Makefiles must be there, their code need not.
unpack() {
    local leave_out=() name
    for name in arc alpha arm arm64 csky hexagon ia64 loongarch m68k microblaze mips nios2 \
        openrisc parisc powerpc riscv s390 sh sparc xtensa; do
        leave_out+=(--exclude="*/arch/$name/*.[chS]" --exclude="*/arch/$name/*.dts*")
    done
    for name in drivers/{gpu,infiniband,media,net/ethernet,net/wireless,scsi,staging,usb} \
        fs/{btrfs,xfs} sound; do
        leave_out+=(--exclude="*/$name/*.[chS]")
    done
    tar -C "$1" -xf "$SOURCE" --strip-components=1 --exclude='*/Documentation/*/*' \
        --exclude='*/tools/testing/*' --exclude='*/tools/perf/*' "${leave_out[@]}"
}

# Every wish of the fragment must have survived Kconfig's dependencies.
check_configuration() {
    local wish
    while read -r wish; do
        grep -qxF "$wish" "$1/.config" || { say "the configuration lost $wish"; exit 4; }
    done < <(grep '^CONFIG_' "$HERE/kernel.fragment")
}

build() {
    local tree=$1/source output=$1/output
    mkdir "$tree" "$output"
    say "unpacking $SOURCE"
    unpack "$tree"
    patch -s -d "$tree" -p1 <"$HERE/kernel.patch"
    make -s -C "$tree" O="$output" ARCH=um KCONFIG_ALLCONFIG="$HERE/kernel.fragment" allnoconfig
    check_configuration "$output"
    say "compiling"
    make -s -C "$tree" O="$output" ARCH=um -j"$(nproc)" linux
    mkdir "$1/done"
    strip -o "$1/done/linux" "$output/linux"
    cp "$output/.config" "$1/done/config"
    dpkg-query -W "linux-source-$SERIES" >"$1/done/source-package"
}

if [ "${1-}" = --path ]; then
    echo "$KERNEL"
    exit
fi
mkdir -p "$CACHE"
exec 9>"$CACHE/kernel.lock"
flock 9 # a second run waits for the first, and then finds its kernel
if [ ! -x "$KERNEL" ]; then
    install_packages
    workshop=$(mktemp -d "$CACHE/build.XXXXXX")
    trap 'rm -rf "$workshop"' EXIT
    build "$workshop" >&2 9>&-
    rm -rf "$HOME_OF_KERNEL"
    mv "$workshop/done" "$HOME_OF_KERNEL" # whole or not at all
    say "built in $SECONDS s"
fi
echo "$KERNEL"
