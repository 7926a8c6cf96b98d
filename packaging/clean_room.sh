#!/bin/sh
# Installs the Debian package in a fresh minimal Debian without Python, uses it, upgrades it and removes it.
#
#     sudo [NEWER=evenfold_HIGHER_ARCHITECTURE.deb] packaging/clean_room.sh evenfold_VERSION_ARCHITECTURE.deb [FOLDER]
#
# Needs root, debootstrap, Xvfb, dpkg-deb and the network (for Debian's own packages). FOLDER keeps the pictures; the log
# goes to clean_room.log beside this script. Without NEWER the same program is packed once more with a higher version.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
parcel=$(realpath "$1")
pictures=${2:-$(mktemp -d)}
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
room=$(mktemp -d)/room
person=1000

tidy() {
    for place in tmp/.X11-unix dev/pts dev/shm proc; do umount "$room/$place" 2>/dev/null || true; done
    rm -rf --one-file-system "$room"
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

smoke() {
    python3 "$here/smoke.py" "$@" --inside "$room" --user $person --pictures "$pictures" >"$room/smoke.log" 2>&1 || failed=yes
    tee -a "$here/clean_room.log" <"$room/smoke.log"
    [ -z "${failed:-}" ] || exit 1
}
double_click() { smoke xdg-open --opens "$study" --title "Pumps – Evenfold" --home /home/analyst --prefix "$1-"; }

say "--- smoke test as a person, not as root"
smoke /usr/bin/evenfold

say "--- a study of the person: table, plan, study file, ledger"
study="/home/analyst/My studies/pumps.evenfold"
as_person mkdir "/home/analyst/My studies"
as_person awk 'BEGIN {
    srand(7); print "flow,speed,wear,fails"
    for (row = 0; row < 240; row++) {
        flow = rand(); speed = rand(); wear = rand()
        print flow "," speed "," wear "," (wear + 0.5 * speed + 0.4 * rand() > 0.95 ? "yes" : "no")
    }
}' >"$room/pumps.csv"
inside install -o analyst -m 644 /pumps.csv "/home/analyst/My studies/pumps.csv"
plan_with() {
    printf 'title = "Pumps"\ndata = "pumps.csv"\n[columns]\ntarget = ["fails"]\n' >"$room/plan.toml"
    printf '[candidates]\nreference = "tree"\nentries = ["%s"]\n[plan]\nfolds = 10\nrepeats = 2\ntuning = "none"\n' "$1" >>"$room/plan.toml"
    inside install -o analyst -m 644 /plan.toml "/home/analyst/My studies/$1.toml"
}
plan_with naive-bayes
as_person evenfold run "/home/analyst/My studies/naive-bayes.toml" --study "$study" --workers 2 >"$room/run.log" 2>&1 || must [ $? -eq 1 ]
data=$room/home/analyst/.local/share/evenfold
must [ -s "$data/history.sqlite" ]
must [ -s "$room/$study" ]
must [ -z "$(grep 'The ledger knows' "$room/run.log")" ]
say "the study is written, its comparison counted"

say "--- desktop: file type and double click"
apt install --no-install-recommends shared-mime-info desktop-file-utils xdg-utils libfile-mimeinfo-perl
kind=$(as_person xdg-mime query filetype "$study")
opener=$(as_person xdg-mime query default application/x-evenfold-project)
say "the study file is $kind and opens with $opener, $(inside grep ^Exec /usr/share/applications/evenfold.desktop)"
must [ "$kind" = application/x-evenfold-project ]
must [ "$opener" = evenfold.desktop ]
double_click before
must [ -s "$data/settings.ini" ]

say "--- upgrade"
as_person sed -i '/^theme=/d; s/^\[General\]/&\ntheme=dark/' /home/analyst/.local/share/evenfold/settings.ini
must grep -q '^theme=dark' "$data/settings.ini"
kept=$(data_sum)
old=$(inside dpkg-query -W -f '${Version}' evenfold)
if [ -n "${NEWER:-}" ]; then
    cp "$NEWER" "$room/root/newer.deb"
else
    dpkg-deb -R "$parcel" "$room/root/newer"
    sed -i "s/^Version: .*/Version: $old+upgrade/" "$room/root/newer/DEBIAN/control"
    dpkg-deb -Zgzip -z1 --root-owner-group -b "$room/root/newer" "$room/root/newer.deb" >/dev/null
    rm -rf "$room/root/newer"
fi
apt install --no-install-recommends /root/newer.deb
new=$(inside dpkg-query -W -f '${Version}' evenfold)
say "$old became $new; it says: $(as_person evenfold --version)"
must inside dpkg --compare-versions "$new" gt "$old"
must [ "$(data_sum)" = "$kept" ]
say "settings, ledger and studies: every byte as before"
say "the study of before: $(as_person evenfold check "$study" | tail -1)"
plan_with forest
as_person evenfold run "/home/analyst/My studies/forest.toml" --workers 2 >"$room/run.log" 2>&1 || must [ $? -eq 1 ]
must grep -q 'The ledger knows 1 ' "$room/run.log"
say "the next study: $(grep -o 'The ledger knows[^,]*' "$room/run.log")"
double_click after
must grep -q '^theme=dark' "$data/settings.ini"

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
