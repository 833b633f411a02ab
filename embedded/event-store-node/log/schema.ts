/** Names of streams and types are bytes, because text in Postgres cannot hold every string; the view shows them as text. */
export const SCHEMA_SQL = `
create schema if not exists event_store;
create table if not exists event_store.events (
  position bigint primary key,
  revision bigint not null,
  created_micros bigint not null,
  stream_key uuid not null,
  id uuid not null,
  is_json boolean not null,
  stream bytea not null,
  type bytea not null,
  custom_metadata bytea not null,
  data bytea not null,
  constraint events_stream_revision unique (stream_key, revision)
);
create or replace view event_store.readable_events as
  select position, convert_from(stream, 'UTF8') as stream, revision, convert_from(type, 'UTF8') as type, id,
    to_timestamp(created_micros / 1e6) as created, is_json,
    case when is_json then convert_from(data, 'UTF8') end as data,
    convert_from(custom_metadata, 'UTF8') as metadata
  from event_store.events;
`;

const INSERT = `insert into event_store.events
  (position, revision, created_micros, stream_key, id, is_json, stream, type, custom_metadata, data)`;

/** Inserts one event; faster than arrays of one. */
export const INSERT_ONE_SQL = `${INSERT} values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** Inserts any number of events in one statement, so with one round trip and one commit. */
export const INSERT_MANY_SQL = `${INSERT}
select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::uuid[], $6::boolean[],
  $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[])`;

export const EVENT_COLUMNS =
  'position, revision, created_micros, id, is_json, stream, type, custom_metadata, data';
