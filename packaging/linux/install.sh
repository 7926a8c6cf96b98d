#!/bin/sh
# Installs Evenfold for this person only; nothing outside the home folder is touched and no administrator is needed.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
place=$HOME/.local/opt/evenfold
launcher=$HOME/.local/bin/evenfold

mkdir -p "$HOME/.local/opt" "$HOME/.local/bin" "$data/applications" "$data/mime/packages" "$data/icons/hicolor"
rm -rf "$place.new"
cp -R "$here/evenfold" "$place.new"
cp "$here/uninstall.sh" "$place.new/"
"$place.new/evenfold" --version >/dev/null || {
    rm -rf "$place.new"
    echo "Evenfold does not start on this system, so nothing was installed." >&2
    exit 1
}
rm -rf "$place"
mv "$place.new" "$place"
ln -sfn "$place/evenfold" "$launcher"
sed -e "s|^Exec=evenfold|Exec=\"$place/evenfold\"|" -e "s|^TryExec=.*|TryExec=$place/evenfold|" \
    "$here/share/applications/evenfold.desktop" >"$data/applications/evenfold.desktop"
cp "$here/share/mime/packages/evenfold.xml" "$data/mime/packages/"
cp -R "$here/share/icons/hicolor/." "$data/icons/hicolor/"
if command -v update-mime-database >/dev/null; then update-mime-database "$data/mime"; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database "$data/applications"; fi

echo "Evenfold is installed in $place. Start it from the menu, or with $launcher"
echo "To remove it: $place/uninstall.sh"
