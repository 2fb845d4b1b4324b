#!/bin/sh
# Dumps the database of PGHOST, PGUSER, PGPASSWORD and PGDATABASE into /backups, or the folder of BACKUPS, every night
# at 02:00 UTC; as it starts, too, where the last dump is older than that, and after one that failed every quarter of
# an hour until one does not. A dump that broke off never has the name of a whole one.
# The newest is kept, and the first one of each of the last 14 days that have one (KEEP); where the disk has no room
# for one more, fewer, but three (LEAST).
#   backup.sh           goes on for ever
#   backup.sh once      dumps now; ends with 1 where that failed
#   backup.sh healthy   ends with 1 where no whole dump is younger than 26 hours (FRESH_HOURS)
#   backup.sh restore <dump>   makes the database anew from one, as a role that may make databases; the one that was
#                       there stays beside it under another name
set -eu
# As with `npm run backup`: what must not come back, as a session that was ended since, comes without its rows.
without='sessions password_resets email_changes email_links data_copies refused_webhooks retention_runs rate_limits build_assets'

umask 077
export LC_ALL=C PGCONNECT_TIMEOUT="${PGCONNECT_TIMEOUT:-30}"
folder="${BACKUPS:-/backups}"
keep="${KEEP:-14}"
least="${LEAST:-3}"
fresh="${FRESH_HOURS:-26}"
pause=900

now() { date -u +%s; }
name_at() { date -u -d "@$1" +product-%Y-%m-%dT%H%M%SZ.dump; }
dumps() { find "$folder" -maxdepth 1 -name 'product-????-??-??T??????Z.dump' -size +0 | sed 's|.*/||' | sort; }

# Whether there is a dump from then on; one from the future, of a clock that was wrong, does not count.
has_since() {
  dumps | awk -v from="$(name_at "$1")" -v to="$(name_at "$(now)")" \
    '$0 >= from && $0 <= to { found = 1 } END { exit !found }'
}

# Removes all but the newest dump and the first one of each of so many days.
prune() {
  dumps | awk -v keep="$1" '
    { name[NR] = $0; day = substr($0, 9, 10) }
    day != before { first[++days] = NR; before = day }
    END {
      stays[NR] = 1
      for (n = days; n > days - keep && n > 0; n--) stays[first[n]] = 1
      for (n = 1; n <= NR; n++) if (!(n in stays)) print name[n]
    }' | while read -r name; do rm -f "$folder/$name"; done
}

# Removes the oldest dumps while there is no room for one like the newest and a fifth more.
make_room() {
  newest=$(dumps | tail -n 1)
  [ -n "$newest" ] || return 0
  size=$(wc -c <"$folder/$newest")
  while [ "$(dumps | wc -l)" -gt "$least" ]; do
    free=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
    [ "$((free * 1024))" -lt "$((size + size / 5))" ] || break
    oldest=$(dumps | head -n 1)
    echo "the disk has no room for one more dump: removed $oldest" >&2
    rm -f "$folder/$oldest"
  done
}

# One at a time: what has no whole name then is of one that was killed.
dump() {
  (
    flock 9 || exit 1
    rm -f "$folder"/product-*.part
    file="$folder/$(name_at "$(now)")"
    # Of a day that has none yet the dump to come is the first: it needs the place of another.
    dumps | grep -q "^$(name_at "$(now)" | cut -c 1-18)" || prune "$((keep > 1 ? keep - 1 : 1))"
    make_room
    # shellcheck disable=SC2086 # one word for each table
    if pg_dump --format=custom --lock-wait-timeout=600000 --file="$file.part" \
      $(printf -- '--exclude-table-data=public.%s ' $without) &&
      pg_restore --list "$file.part" >/dev/null && mv "$file.part" "$file"; then
      echo "wrote $file ($(wc -c <"$file") bytes)"
      prune "$keep"
    else
      rm -f "$file.part"
      echo 'the backup failed' >&2
      exit 1
    fi
  ) 9>"$folder/.lock"
}

# Asks PostgreSQL something of the database, from another one: nobody can rename the one that they are in.
sql() {
  printf '%s;\n' "$1" | psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --dbname=postgres \
    --set name="$PGDATABASE" --set aside="$aside" --set owner="$owner"
}

restore() {
  file="$folder/${1##*/}"
  if [ ! -s "$file" ]; then
    echo "there is no $file. There are:" >&2
    dumps >&2
    exit 1
  fi
  pg_restore --list "$file" >/dev/null
  aside="${PGDATABASE}_before_$(date -u -d "@$(now)" +%Y%m%dt%H%M%S)"
  owner="$PGUSER"
  was=$(sql "select pg_get_userbyid(datdba) from pg_database where datname = :'name'")
  if [ -n "$was" ]; then
    owner="$was"
    if ! sql 'alter database :"name" rename to :"aside"'; then
      echo 'nothing was done: stop what still uses the database first' >&2
      exit 1
    fi
    echo "what was there is in the database $aside now"
  fi
  if ! sql "create database :\"name\" owner :\"owner\" encoding 'UTF8' template template0" ||
    ! pg_restore --exit-on-error --single-transaction --dbname="$PGDATABASE" "$file"; then
    sql 'drop database if exists :"name"'
    [ -z "$was" ] || sql 'alter database :"aside" rename to :"name"'
    echo 'the dump could not be restored: all is as it was' >&2
    exit 1
  fi
  echo "restored $file: bring the tables up to date (migrate), start, and compare with Stripe (billing:reconcile)"
}

case "${1:-}" in
once) dump ;;
restore) restore "${2:-}" ;;
healthy)
  has_since "$(($(now) - fresh * 3600))" && exit 0
  echo "no whole dump is younger than $fresh hours" >&2
  exit 1
  ;;
*)
  while :; do
    last=$((($(now) - 7200) / 86400 * 86400 + 7200))
    has_since "$last" || dump || echo "it is tried again in $pause s" >&2
    left=$((((($(now) - 7200) / 86400) + 1) * 86400 + 7200 - $(now)))
    sleep "$((left < pause ? left : pause))"
  done
  ;;
esac
