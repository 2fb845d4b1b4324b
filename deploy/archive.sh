#!/bin/sh
# What a restore to a moment needs (docs/operating.md, 'To a moment'), as PostgreSQL's user, in /backups or the folder
# of BACKUPS:
#   archive.sh keep %p %f   as archive_command: keeps a file of the log in `wal`, compressed
#   archive.sh base         takes a base backup, and removes all but the last two (KEEP_BASES) and the log that none of
#                           them needs: each week
#   archive.sh check        says what is wrong with all that, and ends with 1, or says nothing: each quarter of an hour
set -eu
umask 077
export LC_ALL=C
folder="${BACKUPS:-/backups}"
keep="${KEEP_BASES:-2}"

bases() { find "$folder" -maxdepth 1 -type d -name 'base-*Z' | sort; }

# What is there already is what PostgreSQL asks to keep again, as after a crash, or something else: that stays.
keep_file() {
  kept="$folder/wal/$2.gz"
  if [ -e "$kept" ]; then
    gzip -dc "$kept" | cmp -s - "$1" && return
    echo "$kept is there already, and is another" >&2
    return 1
  fi
  gzip -c "$1" >"$kept.part" && sync "$kept.part" && mv "$kept.part" "$kept" && sync "$folder/wal"
}

base() {
  new="$folder/base-$(date -u +%Y-%m-%dT%H%M%SZ)"
  rm -rf "$folder"/base-*.part
  pg_basebackup --pgdata="$new.part" --checkpoint=fast --wal-method=none
  mv "$new.part" "$new"
  bases | head -n "-$keep" | while read -r old; do rm -rf "$old"; done
  label="$(bases | head -n 1)/backup_label"
  first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]\{24\}\))$/\1/p' "$label")
  [ -n "$first" ] || { echo "$label names no file of the log" >&2; return 1; }
  pg_archivecleanup -x .gz "$folder/wal" "$first"
}

faults() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="${PGDATABASE:-postgres}" <<'SQL'
select 'archive_mode is off' where current_setting('archive_mode') = 'off';
select 'archiving fails, last at ' || last_failed_time || ' with ' || last_failed_wal from pg_stat_archiver
  where last_failed_time > coalesce(last_archived_time, '-infinity');
select 'nothing was archived since ' || coalesce(last_archived_time, stats_reset) from pg_stat_archiver
  where coalesce(last_archived_time, stats_reset) < now() - interval '15 minutes';
select count(*) || ' files of the log wait to be archived' from pg_ls_archive_statusdir()
  where name like '%.ready' having count(*) > 10;
select 'pg_wal has ' || pg_size_pretty(sum(size)) from pg_ls_waldir()
  having sum(size) > 2 * pg_size_bytes(current_setting('max_wal_size'));
SQL
  [ -n "$(find "$folder" -maxdepth 1 -type d -name 'base-*Z' -mtime -8)" ] || echo 'no base backup is younger than 8 days'
  df -Pk "$folder" | awk 'NR == 2 && $4 < $2 / 10 { print "less than a tenth of the disk is free: " $6 }'
}

case "${1:-}" in
keep) keep_file "$2" "$3" ;;
base) base ;;
check)
  said=$(faults 2>&1) || said="${said:-PostgreSQL could not be asked}"
  [ -z "$said" ] || { echo "$said" >&2; exit 1; }
  ;;
*)
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac
