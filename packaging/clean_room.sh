#!/bin/sh
# Installs the Debian package in a fresh minimal Debian without Python, uses it, upgrades it and removes it.
#
#     sudo packaging/clean_room.sh evenfold_VERSION_ARCHITECTURE.deb [FOLDER]
#
# Needs root, debootstrap, Xvfb, dpkg-deb and the network (for Debian's own packages). FOLDER keeps the pictures; the log
# goes to clean_room.log beside this script.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
parcel=$(realpath "$1")
pictures=${2:-$(mktemp -d)}
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
room=$(mktemp -d)/room
person=1000

tidy() {
    umount "$room/tmp/.X11-unix" "$room/dev/pts" "$room/dev/shm" "$room/proc" 2>/dev/null || true
    mountpoint -q "$room/proc" || rm -rf "$room"
}
trap tidy EXIT

say() { echo "$*" | tee -a "$here/clean_room.log"; }
inside() { chroot "$room" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -y -qq -o Dpkg::Use-Pty=0 "$@" >"$room/apt.log" 2>&1 || { tail -20 "$room/apt.log"; exit 1; }; }
as_person() { chroot --userspec=$person:$person "$room" env -i PATH=/usr/bin:/bin HOME=/home/analyst LANG=C.UTF-8 "$@"; }
packages() { inside dpkg-query -f '.\n' -W | wc -l; }
data_sum() { (cd "$room/home/analyst" && find . -type f -exec sha256sum {} + | sort | sha256sum | cut -c1-16); }
must() { if "$@"; then :; else say "FAIL: $*"; exit 1; fi; }

: >"$here/clean_room.log"
say "Clean room, $(date -u +%Y-%m-%d): Debian $suite, minbase; $(basename "$parcel"), $(($(stat -c %s "$parcel") / 1000000)) MB"

debootstrap --variant=minbase "$suite" "$room" "$mirror" >/dev/null
mkdir -p "$room/tmp/.X11-unix" "$room/dev/shm" "$room/dev/pts" /tmp/.X11-unix
mount -t proc proc "$room/proc"
mount -t tmpfs tmpfs "$room/dev/shm"
mount -t devpts devpts "$room/dev/pts"
mount --bind /tmp/.X11-unix "$room/tmp/.X11-unix"
inside useradd --create-home --uid $person analyst
must [ ! -e "$room/usr/bin/python3" ]
say "Python in the room: none"

say "--- install"
before=$(packages)
began=$(date +%s)
cp "$parcel" "$room/root/evenfold.deb"
apt update
apt install --no-install-recommends /root/evenfold.deb
say "installed in $(($(date +%s) - began)) s with $(($(packages) - before - 1)) further packages"
say "below /opt/evenfold: $(du -s --block-size=1000000 "$room/opt/evenfold" | cut -f1) MB; Python in the room: $(ls "$room"/usr/bin/python3* 2>/dev/null || echo none)"

say "--- smoke test as a person, not as root"
python3 "$here/smoke.py" /usr/bin/evenfold --inside "$room" --user $person --pictures "$pictures" >"$room/smoke.log" 2>&1 || failed=yes
tee -a "$here/clean_room.log" <"$room/smoke.log"
[ -z "${failed:-}" ] || exit 1

say "--- desktop: file type and double click"
apt install --no-install-recommends shared-mime-info desktop-file-utils xdg-utils libfile-mimeinfo-perl
as_person sh -c 'printf "sample = \"bearing\"\n[candidates]\nentries = [\"naive-bayes\"]\n[plan]\nfolds = 3\nrepeats = 1\ntuning = \"none\"\n" >~/tiny.toml'
as_person evenfold run /home/analyst/tiny.toml --study /home/analyst/tiny.evenfold --workers 2 >/dev/null || must [ $? -eq 1 ]
kind=$(as_person mimetype -b /home/analyst/tiny.evenfold)
opener=$(as_person xdg-mime query default application/x-evenfold-project)
say "tiny.evenfold is $kind and opens with $opener"
must [ "$kind" = application/x-evenfold-project ]
must [ "$opener" = evenfold.desktop ]

say "--- upgrade"
as_person sh -c 'mkdir -p ~/.local/share/evenfold && printf "[look]\ntheme=dark\n" >~/.local/share/evenfold/settings.ini'
kept=$(data_sum)
old=$(inside dpkg-query -W -f '${Version}' evenfold)
dpkg-deb -R "$parcel" "$room/root/newer"
sed -i "s/^Version: .*/Version: $old+upgrade/" "$room/root/newer/DEBIAN/control"
dpkg-deb -Zgzip -z1 --root-owner-group -b "$room/root/newer" "$room/root/newer.deb" >/dev/null
rm -rf "$room/root/newer"
apt install --no-install-recommends /root/newer.deb
say "$old became $(inside dpkg-query -W -f '${Version}' evenfold)"
must [ "$(data_sum)" = "$kept" ]
as_person evenfold check /home/analyst/tiny.evenfold | tail -1 | tee -a "$here/clean_room.log"

say "--- remove; install again; purge"
kept=$(data_sum)
apt remove evenfold
must [ ! -e "$room/usr/share/applications/evenfold.desktop" ]
must [ -z "$(as_person xdg-mime query default application/x-evenfold-project)" ]
apt install --no-install-recommends /root/newer.deb
must [ "$(as_person xdg-mime query default application/x-evenfold-project)" = evenfold.desktop ]
apt purge evenfold
must [ "$(data_sum)" = "$kept" ]
left=$(find "$room/opt" "$room/usr" "$room/etc" "$room/var/lib" -iname '*evenfold*' 2>/dev/null | sed "s|^$room||")
say "left in the system: ${left:-nothing}; settings, ledger and studies of the person: untouched"
must [ -z "$left" ]
say "All well."
