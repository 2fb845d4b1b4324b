#!/bin/sh
# Dumps the database of PGHOST, PGUSER, PGPASSWORD and PGDATABASE into /backups, or the folder of BACKUPS:
# now, and then every night at 02:00 UTC; `once` stops after the first. A dump that broke off never has
# the name of a whole one.
set -eu
# As with `npm run backup`: what must not come back, as a session that was ended since, comes without its rows.
without='sessions password_resets email_changes email_links data_copies refused_webhooks retention_runs rate_limits'

umask 077
folder="${BACKUPS:-/backups}"
keep="${KEEP:-14}"
while :; do
  file="$folder/product-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
  # shellcheck disable=SC2086 # one word for each table
  if pg_dump --format=custom $(printf -- '--exclude-table-data=public.%s ' $without) --file="$file.part" && pg_restore --list "$file.part" >/dev/null; then
    mv "$file.part" "$file"
    echo "wrote $file ($(wc -c <"$file") bytes)"
    find "$folder" -name 'product-*.dump' | sort -r | tail -n "+$((keep + 1))" | xargs -r rm --
  else
    echo "the backup failed" >&2
    rm -f "$file.part"
    [ "${1:-}" = once ] && exit 1
  fi
  [ "${1:-}" = once ] && exit 0
  now=$(date -u +%s)
  sleep $(((now / 86400 + 1) * 86400 + 7200 - now))
done
