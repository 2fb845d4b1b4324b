#!/bin/sh
# Run once, by the image of PostgreSQL when it makes the database: the role that the server works as, which owns
# no table. `npm run migrate` gives it what it needs.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$SERVER_PASSWORD" <<'SQL'
create role product_server login password :'password';
SQL
