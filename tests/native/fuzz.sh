#!/bin/sh
# Runs the tests of the native core against a library compiled with AddressSanitizer and UBSan; on demand, needs gcc.
# From the root of the sources: sh tests/native/fuzz.sh [further pytest options]
set -eu
python=${PYTHON:-.venv/bin/python}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path
from core.native_build import compile_library
sanitizers = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
print(compile_library(["gcc"], Path(sys.argv[1]), extra=sanitizers, check=False))
PYTHON
runtime=$(gcc -print-file-name=libasan.so)
EVENFOLD_NATIVE_FOLDER="$folder" LD_PRELOAD="$runtime" ASAN_OPTIONS=detect_leaks=0 \
    "$python" -m pytest -p no:cacheprovider -p no:faulthandler -q -m "on_demand or not on_demand" \
    tests/native/test_random_calls.py tests/native/test_number_lines.py "$@"
