#!/bin/bash
# sudo ./systemd/uninstall.sh [--purge]
# Takes Croupier's service and program away. Games, settings and the user stay, unless --purge is given.
set -euo pipefail
purge=no

say() { printf 'uninstall: %s\n' "$*"; }
die() { printf 'uninstall: %s\n' "$*" >&2; exit 1; }

while [ $# -gt 0 ]; do
    case $1 in
        --purge) purge=yes; shift;;
        -h|--help) sed -n '2,3s/^# //p' "$0"; exit 0;;
        *) die "unknown option $1; there is --purge, which takes games and settings away too";;
    esac
done
[ "$(id -u)" = 0 ] || die "this needs root; run: sudo $0"

if [ -d /run/systemd/system ]; then
    systemctl stop croupier.service 2>/dev/null || true
fi
if [ -e /etc/systemd/system/croupier.service ]; then systemctl disable --quiet croupier.service; fi
rm -f /etc/systemd/system/croupier.service /etc/systemd/system/croupier-down.service
rm -f /etc/udev/rules.d/70-croupier.rules /etc/systemd/journald.conf.d/croupier.conf
if [ "$(readlink /usr/local/bin/croupier 2>/dev/null)" = /opt/croupier/venv/bin/croupier ]; then rm /usr/local/bin/croupier; fi
rm -rf --one-file-system /opt/croupier
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl reset-failed croupier.service 2>/dev/null || true
    udevadm control --reload 2>/dev/null || true
fi
if [ "$purge" = yes ]; then
    rm -rf --one-file-system /var/lib/croupier /var/cache/croupier
    rm -f /etc/croupier.toml
    if id croupier >/dev/null 2>&1; then userdel croupier; fi
    say "everything is gone, games and settings too"
else
    say "the program is gone; games stay in /var/lib/croupier, settings in /etc/croupier.toml (--purge takes them too)"
fi
