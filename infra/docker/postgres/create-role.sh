#!/bin/sh
# Runs once, when the image makes a new cluster: the product's role, which owns its database and no more. The server's own superuser
# is for this script and for people.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres -v password="$STUDIO_PASSWORD" <<'SQL'
CREATE ROLE studio LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE studio OWNER studio;
REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC;
-- An erasure ends with a checkpoint and new log segments.
GRANT pg_checkpoint TO studio;
\connect studio
GRANT EXECUTE ON FUNCTION pg_switch_wal(), pg_ls_waldir() TO studio;
SQL
