#!/bin/bash
# sudo ./systemd/install.sh [--no-start]
# Installs Croupier as the table's service, or brings an installed one up to date. May be run again at any time: what is
# there already is left alone, games and settings are kept. README.md beside this file says what goes where.
set -euo pipefail
HERE=$(cd "$(dirname "$(realpath "${BASH_SOURCE[0]}")")" && pwd)
SOURCE=$(dirname "$HERE")
HOME_DIR=/opt/croupier
USER_NAME=croupier
PYTHON=${CROUPIER_PYTHON:-/usr/bin/python3}
start=yes
export DEBIAN_FRONTEND=noninteractive PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

say() { printf 'install: %s\n' "$*"; }
die() { printf 'install: %s\n' "$*" >&2; exit 1; }

while [ $# -gt 0 ]; do
    case $1 in
        --no-start) start=no; shift;;
        -h|--help) sed -n '2,4s/^# //p' "$0"; exit 0;;
        *) die "unknown option $1; there is --no-start";;
    esac
done
[ "$(id -u)" = 0 ] || die "this needs root; run: sudo $0"
[ -x "$PYTHON" ] || die "there is no $PYTHON; run: apt-get install python3"
"$PYTHON" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' ||
    die "the system's Python is $("$PYTHON" -V), and 3.11 to 3.13 are needed: use Raspberry Pi OS Bookworm or Trixie, 64 bits"
[ "$(getconf LONG_BIT)" = 64 ] || die "this system has 32 bits; the 64-bit Raspberry Pi OS is needed"

importable() { (cd / && "$PYTHON" -c "import $1") >/dev/null 2>&1; }
booted() { [ -d /run/systemd/system ]; }

# Packages of the system: those that are missing, and of these those that this system knows.
packages() {
    local wanted=() unknown=() package
    importable ensurepip && importable venv || wanted+=(python3-venv)
    importable picamera2 || wanted+=(python3-picamera2)
    importable lgpio || wanted+=(python3-lgpio)
    for package in libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri alsa-utils; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || wanted+=("$package")
    done
    if [ ${#wanted[@]} = 0 ]; then say "packages: all there"; return; fi
    apt-get -q update >/dev/null || say "the list of packages cannot be updated; trying with the one that is there"
    local known=()
    for package in "${wanted[@]}"; do
        if [ -n "$(apt-cache madison "$package" 2>/dev/null)" ]; then known+=("$package"); else unknown+=("$package"); fi
    done
    [ ${#known[@]} = 0 ] || {
        say "packages: installing ${known[*]}"
        apt-get -q install -y --no-install-recommends "${known[@]}" >/dev/null
    }
    [ ${#unknown[@]} = 0 ] || say "packages: this system does not have ${unknown[*]}; 'croupier doctor' says whether that matters"
}

user() {
    local group groups=()
    groupadd --system --force gpio
    for group in video render input audio gpio; do
        if getent group "$group" >/dev/null; then groups+=("$group"); fi
    done
    if ! id "$USER_NAME" >/dev/null 2>&1; then
        useradd --system --user-group --home-dir /var/lib/croupier --no-create-home --shell /usr/sbin/nologin "$USER_NAME"
    fi
    install -d -o "$USER_NAME" -g "$USER_NAME" -m 750 /var/lib/croupier
    usermod --append --groups "$(IFS=,; echo "${groups[*]}")" "$USER_NAME"
    say "user $USER_NAME: in the groups ${groups[*]}"
}

# The program: an environment of its own beside the old one, so that a power cut leaves one of them whole.
program() {
    local stamp fresh
    stamp=$(cd "$SOURCE" && { "$PYTHON" -V; find pi vision rules ui pyproject.toml systemd/requirements.txt -type f \
        ! -name '*.pyc' -print0 | sort -z | xargs -0 sha1sum; } | sha1sum | cut -c1-16)
    if [ "$(cat "$HOME_DIR/venv/.source" 2>/dev/null)" = "$stamp" ]; then say "program: up to date"; return; fi
    fresh=$HOME_DIR/venv-$stamp
    say "program: into $fresh"
    rm -rf "$fresh"
    mkdir -p "$HOME_DIR"
    # picamera2 and lgpio come from apt and must be seen; -I: a PYTHONPATH of whoever runs this is not the service's.
    "$PYTHON" -I -m venv --system-site-packages "$fresh"
    "$fresh/bin/python" -I -m pip install --quiet --no-deps --require-hashes --only-binary :all: --ignore-installed \
        -r "$HERE/requirements.txt"
    local copy
    copy=$(mktemp -d)
    (cd "$SOURCE" && cp -r pyproject.toml README.md LICENSE pi vision rules ui "$copy")
    "$fresh/bin/python" -I -m pip install --quiet --no-deps --no-build-isolation --no-index "$copy"
    rm -rf "$copy"
    "$fresh/bin/python" -I -c 'import cv2, numpy, pygame, pi.cli' >/dev/null || die "the program does not start in $fresh"
    echo "$stamp" >"$fresh/.source"
    ln -sfn "$fresh" "$HOME_DIR/venv.new"
    mv -T "$HOME_DIR/venv.new" "$HOME_DIR/venv"
    ln -sfn "$HOME_DIR/venv/bin/croupier" /usr/local/bin/croupier
    find "$HOME_DIR" -mindepth 1 -maxdepth 1 -type d -name 'venv-*' ! -name "venv-$stamp" -exec rm -rf {} +
}

settings() {
    if [ -e /etc/croupier.toml ]; then say "settings: /etc/croupier.toml is kept"; return; fi
    local camera=webcam
    if importable picamera2; then camera=picamera; fi
    sed "s/@CAMERA@/$camera/" "$HERE/croupier.toml" >/etc/croupier.toml.new
    chmod 644 /etc/croupier.toml.new
    mv /etc/croupier.toml.new /etc/croupier.toml
    say "settings: /etc/croupier.toml, for the camera $camera"
}

service() {
    install -D -m 644 "$HERE/croupier.service" /etc/systemd/system/croupier.service
    install -D -m 644 "$HERE/croupier-down.service" /etc/systemd/system/croupier-down.service
    install -D -m 644 "$HERE/70-croupier.rules" /etc/udev/rules.d/70-croupier.rules
    install -D -m 644 "$HERE/journald.conf" /etc/systemd/journald.conf.d/croupier.conf
    systemctl enable --quiet croupier.service
    if ! booted; then say "service: enabled; it starts with the system"; return; fi
    systemctl daemon-reload
    systemctl try-restart systemd-journald.service
    udevadm control --reload 2>/dev/null && udevadm trigger --subsystem-match=gpio --subsystem-match=dma_heap || true
    systemctl reset-failed croupier.service 2>/dev/null || true
    if [ "$(systemctl get-default)" = graphical.target ] && systemctl --quiet is-active display-manager.service; then
        say "service: a desktop runs here and holds the screen; to give it to the table: sudo systemctl set-default multi-user.target, and restart"
    fi
    if [ "$start" = yes ]; then
        systemctl --no-block restart croupier.service
        say "service: enabled and started; 'systemctl status croupier' tells how it is"
    else
        say "service: enabled, not started"
    fi
}

packages
user
program
settings
service
say "what the doctor says:"
(cd / && runuser -u "$USER_NAME" -- "$HOME_DIR/venv/bin/croupier" doctor) || say "the doctor has found something: see above"
say "done"
