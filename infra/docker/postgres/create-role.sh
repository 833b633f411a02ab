#!/bin/sh
# Runs once, when the image makes a new cluster: the role that owns the database and the lasting tables, for `npm run migrate` alone, and
# the product's role, which uses them and owns the read models that it builds. The server's own superuser is for this script and for
# people.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  -v password="$STUDIO_PASSWORD" -v migration_password="$MIGRATION_PASSWORD" <<'SQL'
CREATE ROLE migrations LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'migration_password';
CREATE ROLE studio LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE studio OWNER migrations;
REVOKE CONNECT ON DATABASE postgres, template1, studio FROM PUBLIC;
-- Read models are built in schemas of their own and then moved to `public`.
GRANT CONNECT, TEMPORARY, CREATE ON DATABASE studio TO studio;
-- An erasure ends with a checkpoint and new log segments.
GRANT pg_checkpoint TO studio;
\connect studio
GRANT USAGE, CREATE ON SCHEMA public TO studio;
ALTER DEFAULT PRIVILEGES FOR ROLE migrations IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE, MAINTAIN ON TABLES TO studio;
ALTER DEFAULT PRIVILEGES FOR ROLE migrations IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO studio;
GRANT MAINTAIN ON pg_statistic TO studio;
GRANT EXECUTE ON FUNCTION pg_switch_wal(), pg_ls_waldir() TO studio;
SQL
