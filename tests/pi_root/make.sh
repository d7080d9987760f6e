#!/bin/bash
# make.sh ROOT   builds the Pi root in the folder ROOT; run again, it does only what is missing. See README.md.
# Environment: PI_ROOT_MIRROR (a Debian mirror's URL; default: this machine's own), PI_ROOT_APT and PI_ROOT_PIP (more packages).
. "$(dirname "$(realpath "$0")")/lib.sh"

RELEASE=trixie
DEBS="systemd systemd-sysv dbus udev libpam-systemd util-linux procps kmod less sqlite3
 python3 python3-venv python3-dev python3-pip gcc libc6-dev libcap-dev
 python3-numpy python3-pil libgl1 libglib2.0-0t64
 python3-libcamera libcamera-tools libcamera-ipa ${PI_ROOT_APT:-}"
SYSTEM_WHEELS="picamera2==0.3.38 gpiozero==2.0.1.post3 colorzero"   # system packages on a Pi, so they are here
LGPIO="lgpio==0.2.2.0"
VENV_WHEELS="opencv-python pygame pytest ${PI_ROOT_PIP:-}"
CAMERA_SIZES="320x240 640x480 1280x720 1280x960 1640x1232 1920x1080 2304x1296"
FREE_MB=3000

[ $# = 1 ] && [ "${1#-}" = "$1" ] || die "usage: make.sh ROOT"
need_root_user
need debootstrap debootstrap systemd-nspawn systemd-container nsenter util-linux unshare util-linux setsid util-linux \
     pgrep procps gpg gpg flock util-linux apt-config apt
[ -e "/usr/share/debootstrap/scripts/$RELEASE" ] || die "this debootstrap does not know $RELEASE: apt-get update && apt-get install -y debootstrap"

ROOT=$(realpath -m "$1")
name_root
[ "$ROOT" != / ] || die "not /"
if [ ! -d "$ROOT/.pi_root" ] && [ -d "$ROOT" ] && [ -n "$(ls -A "$ROOT")" ]; then
    die "$ROOT is not empty and was not begun by make.sh: name another folder"
fi
if booted; then die "$ROOT is booted: halt.sh $ROOT first"; fi
if grep -q " $ROOT/" /proc/self/mounts; then die "something is mounted below $ROOT"; fi
mkdir -p "$ROOT/.pi_root" "$STATE"
DONE=$ROOT/.pi_root
exec 8>"$STATE/make.lock"; flock -n 8 || die "another make.sh is at work on $ROOT"

# step NAME KEY FUNCTION: runs FUNCTION unless it has ended well before with the same KEY
step() {
    local start=$SECONDS
    if [ "$(cat "$DONE/$1.done" 2>/dev/null)" = "$2" ]; then say "$1: done before"; return; fi
    say "$1 ..."
    rm -f "$DONE/$1.done"
    running=$1
    "$3" >"$DONE/$1.log" 2>&1      # not in an `if`: bash would not stop at the first failing line
    running=
    printf '%s\n' "$2" >"$DONE/$1.done"
    say "$1: $((SECONDS - start)) s"
}
running=
trap '[ -z "$running" ] || { say "error: the step $running failed; the end of $DONE/$running.log:"; tail -n 15 "$DONE/$running.log" >&2; }' EXIT
inside() { "$HERE/enter.sh" "$ROOT" env DEBIAN_FRONTEND=noninteractive "$@"; }

# ---- what this machine's own configuration says ----

host_mirror() {
    if [ -n "${PI_ROOT_MIRROR:-}" ]; then echo "$PI_ROOT_MIRROR"; return; fi
    local id codename
    id=$(. /etc/os-release; echo "${ID:-}") codename=$(. /etc/os-release; echo "${VERSION_CODENAME:-}")
    [ "$id" = debian ] || return 0
    apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
        awk -v release="$codename" '$1 == release && $2 == "main" && $3 ~ /^(https?|file):/ { print $3; exit }'
}
# pip_setting NAME: the last value that pip's configuration (environment last) gives it
pip_setting() {
    { python3 -m pip config list 2>/dev/null || pip config list 2>/dev/null || true; } |
        sed -n "s/^\(global\|install\|:env:\)\.$1='\(.*\)'\$/\1 \2/p" | sort | awk '{ v = $0; sub(/^[^ ]* /, "", v)
        if ($1 == ":env:") env = v; else file = v } END { print env ? env : file }'
}
host_certificates() {
    local file
    for file in "$(pip_setting cert)" "${SSL_CERT_FILE:-}" /etc/ssl/certs/ca-certificates.crt; do
        [ -z "$file" ] || [ ! -s "$file" ] || { echo "$file"; return; }
    done
}

# ---- the steps ----

base() {
    find "$ROOT" -xdev -mindepth 1 -maxdepth 1 ! -name .pi_root -exec rm -rf --one-file-system {} +   # a begun, unfinished one
    unshare --mount --propagation private -- \
        debootstrap --variant=minbase --include=ca-certificates,python3 "$RELEASE" "$ROOT" "$MIRROR"
}

settings() {
    printf '%s\n' "deb $MIRROR $RELEASE main" "deb $MIRROR $RELEASE-backports main" >"$ROOT/etc/apt/sources.list"
    printf '%s\n' "Package: src:libcamera" "Pin: release n=$RELEASE-backports" "Pin-Priority: 990" >"$ROOT/etc/apt/preferences.d/pi_root"
    { apt-config dump | grep -E '^Acquire::(https?::Proxy|Check-Valid-Until|Check-Date|Retries)[: ]' || true
      echo 'Acquire::Languages "none";'; echo 'APT::Install-Recommends "0";'; } >"$ROOT/etc/apt/apt.conf.d/90pi_root"
    echo force-unsafe-io >"$ROOT/etc/dpkg/dpkg.cfg.d/pi_root"
    printf '%s\n' 'path-exclude=/usr/share/doc/*' 'path-exclude=/usr/share/man/*' 'path-exclude=/usr/share/locale/*' >>"$ROOT/etc/dpkg/dpkg.cfg.d/pi_root"

    local certificates index extra more value name
    certificates=$(host_certificates)
    cp "$certificates" "$ROOT/etc/ssl/host-ca-bundle.crt"
    find /usr/local/share/ca-certificates -name '*.crt' -exec cp -t "$ROOT/usr/local/share/ca-certificates" {} + 2>/dev/null || true
    inside update-ca-certificates
    index=$(pip_setting index-url) more=
    for extra in $(pip_setting extra-index-url); do case $extra in http*) more+=" $extra";; esac; done
    {
        echo "[global]"
        echo "cert = /etc/ssl/host-ca-bundle.crt"
        echo "disable-pip-version-check = true"
        echo "root-user-action = ignore"
        [ -z "$index" ] || echo "index-url = $index"
        [ -z "$more" ] || echo "extra-index-url =$more"
        for name in trusted-host proxy default-timeout timeout; do
            value=$(pip_setting "$name")
            [ -z "$value" ] || echo "${name#default-} = $value"
        done
    } >"$ROOT/etc/pip.conf"

    echo raspberrypi >"$ROOT/etc/hostname"
    printf '%s\n' "127.0.0.1 localhost raspberrypi" "::1 localhost" >"$ROOT/etc/hosts"
}

debs() {
    inside apt-get -q update
    inside apt-get -q install -y --no-install-recommends $DEBS
    inside apt-get clean
}

wheels() {
    inside python3 -m pip install --no-cache-dir --break-system-packages $SYSTEM_WHEELS
    # Neither Debian nor PyPI has lgpio for Python 3.13 (on a Pi it comes from the Pi's archive). The wheel for 3.12
    # works in 3.13 under a name that any version loads: good for importing it, its errors and its notify files.
    inside rm -rf /tmp/lgpio
    inside python3 -m pip download --quiet --no-deps --only-binary :all: --python-version 3.12 \
        --platform "manylinux_2_34_$(uname -m)" --dest /tmp/lgpio "$LGPIO"
    inside sh -c 'cd /usr/local/lib/python3.13/dist-packages && python3 -m zipfile -e /tmp/lgpio/*.whl . && mv _lgpio.cpython-312-*.so _lgpio.so'
    inside rm -rf /tmp/lgpio
    inside python3 -m venv --system-site-packages /opt/venv
    inside /opt/venv/bin/python -m pip install --no-cache-dir $VENV_WHEELS
}

machine() {
    local group
    for group in gpio i2c spi; do inside groupadd --force --system "$group"; done
    inside id pi 2>/dev/null || inside useradd --create-home --shell /bin/bash --groups video,render,input,audio,gpio,i2c,spi pi
    inside systemd-machine-id-setup
    inside systemctl mask console-getty.service getty@tty1.service systemd-networkd-wait-online.service systemd-firstboot.service
    inside systemctl mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer
    mkdir -p "$ROOT/var/log/journal" "$ROOT/etc/systemd/journald.conf.d"
    printf '%s\n' "[Journal]" "Storage=persistent" "SystemMaxUse=64M" >"$ROOT/etc/systemd/journald.conf.d/pi_root.conf"
}

support() {
    local size yaml=$ROOT/usr/share/libcamera/pipeline/virtual/virtual.yaml shared=$ROOT/usr/local/lib/python3.13/dist-packages
    mkdir -p "$ROOT/opt/pi_root" "$ROOT/frames" "$(dirname "$yaml")"
    [ -d "$shared" ]
    cp "$HERE"/support/{fake_dmabuf.c,camera.conf,draw_frames.py} "$ROOT/opt/pi_root/"
    cp "$HERE"/support/{pykms,pi_root_hook}.py "$HERE/picamera_virtual.py" "$shared/"
    echo "import pi_root_hook" >"$shared/pi_root.pth"
    inside env -u LD_PRELOAD gcc -O2 -Wall -Wextra -shared -fPIC -o /opt/pi_root/fake_dmabuf.so.new /opt/pi_root/fake_dmabuf.c
    mv "$ROOT/opt/pi_root/fake_dmabuf.so.new" "$ROOT/opt/pi_root/fake_dmabuf.so"
    while IFS= read -r line; do
        if [ "$line" != SIZES ]; then printf '%s\n' "$line"; continue; fi
        for size in $CAMERA_SIZES; do
            printf '  - width: %s\n    height: %s\n    frame_rates: [ 30, 60 ]\n' "${size%x*}" "${size#*x}"
        done
    done <"$HERE/support/virtual.yaml" >"$yaml"
    [ -n "$(ls -A "$ROOT/frames")" ] || inside python /opt/pi_root/draw_frames.py /frames
}

trial() {
    local cameras
    cameras=$(inside env LIBCAMERA_LOG_LEVELS=ERROR cam -l); echo "$cameras"
    grep -q Virtual0 <<<"$cameras"
    # install.sh asks the system's own Python, which has no OpenCV.
    inside env -C /tmp PI_ROOT_PICAMERA=VirtualPicamera2RGB /usr/bin/python3 -c 'import picamera2'
    inside env -C /tmp python -c 'import cv2, gpiozero, lgpio, numpy, picamera_virtual, pygame
try:
    lgpio.gpiochip_open(0)
except lgpio.error as error:
    print("lgpio:", error)
print("numpy", numpy.__version__, "opencv", cv2.__version__, "pygame", pygame.__version__)'
}

free=$(df --output=avail -m "$ROOT" | tail -1)
[ -e "$DONE/base.done" ] || [ "$free" -ge $FREE_MB ] || die "$ROOT has $free MB free; it takes $FREE_MB"
MIRROR=$(host_mirror)
[ -n "$MIRROR" ] || die "no Debian mirror in this machine's apt sources: set PI_ROOT_MIRROR to one's URL"
[ -n "$(host_certificates)" ] || die "no CA certificates on this machine: apt-get install -y ca-certificates"

own=$(cat "$HERE"/make.sh "$HERE"/lib.sh "$HERE"/picamera_virtual.py "$HERE"/support/* | sha1sum | cut -c1-12)
all=$SECONDS
step base "$RELEASE" base
step settings "$own $MIRROR" settings
step debs "$(echo $DEBS)" debs
step wheels "$(echo $SYSTEM_WHEELS $LGPIO / $VENV_WHEELS)" wheels
step machine 1 machine
step support "$own" support
step trial "$own" trial
say "$ROOT is ready after $((SECONDS - all)) s, $(du -sm "$ROOT" | cut -f1) MB: $(grep -h Virtual0 "$DONE/trial.log")"
