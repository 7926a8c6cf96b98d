#!/bin/sh
# Removes what install.sh installed; settings, ledger and studies stay.
set -eu

data=${XDG_DATA_HOME:-$HOME/.local/share}
rm -rf "$HOME/.local/opt/evenfold"
rm -f "$HOME/.local/bin/evenfold" "$data/applications/evenfold.desktop" "$data/mime/packages/evenfold.xml"
find "$data/icons/hicolor" -path '*/apps/evenfold.*' -delete 2>/dev/null || true
if command -v update-mime-database >/dev/null; then update-mime-database "$data/mime"; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database "$data/applications"; fi

echo "Evenfold is removed. Your settings, ledger and studies are still in $data/evenfold"
