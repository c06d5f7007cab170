#!/bin/sh
# Starts `whistlestop` in a container, with the kernels of its image and the password of the database.
set -eu

# Numba must be able to write to its cache, and the image is read-only: the first start of an image copies its kernels.
kernels="$WHISTLESTOP_CACHE/image-$(cat /opt/whistlestop/image-id)"
if [ ! -d "$kernels" ]; then
    rm -rf "$WHISTLESTOP_CACHE"/image-*
    cp -R /opt/whistlestop/kernels "$kernels.part"
    mv "$kernels.part" "$kernels"
fi
export WHISTLESTOP_CACHE="$kernels"

# PostgreSQL's clients take the password from PGPASSWORD if the address of the database has none.
if [ -n "${PGPASSWORD_FILE:-}" ]; then
    PGPASSWORD=$(cat "$PGPASSWORD_FILE")
    export PGPASSWORD
fi

exec whistlestop "$@"
