#!/usr/bin/env bash
# exported_symbols.sh LIBRARY HEADER: the shared library has the soname that programs were linked with, and shows the
# functions that the header declares and nothing else.
set -euo pipefail
library=$1 header=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

readelf -d "$library" > "$work/dynamic"
grep -q 'SONAME.*\[libgbrank_c.so.0\]' "$work/dynamic" || { echo "the soname is not libgbrank_c.so.0" >&2; exit 1; }

sed -nE 's/^GBRANK_EXPORT .*[ *](gbrank_[a-z0-9_]+)\(.*/\1/p' "$header" | sort > "$work/declared"
[ -s "$work/declared" ] || { echo "$header declares nothing" >&2; exit 1; }
nm -D --defined-only "$library" | awk '{ print $NF }' | sort > "$work/exported"
diff "$work/declared" "$work/exported" >&2 || { echo "< declared only, > exported only" >&2; exit 1; }
echo "exported: $(wc -l < "$work/exported") functions, nothing else"
