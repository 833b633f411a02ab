import type pg from 'pg';
import { z } from 'zod';

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * What of the lasting tables a backup leaves out. Every other table is in it, also one that a later release adds, but for read
 * models, which are built from events, and unlogged ones, which a crash empties as well.
 */
const LEFT_OUT: readonly string[] = [
  // Rights to come in for a day or an hour. Brought back, one that was ended since would count again.
  'public.sessions',
  'public.password_resets',
  'public.password_reset_requests',
  // How far others had read: of a restored installation it is said anew.
  'public.projection_checkpoints',
  'public.reactor_checkpoints',
  'public.reactor_marks',
  'public.migrations',
  // What the sandbox shows of emails holds addresses in clear, and is no one's record.
  'sandbox.outbox',
  'sandbox.mailing_lists',
];

/** Of these tables only some rows: an address that was not confirmed yet is asked for again. */
const ROWS: Readonly<Record<string, string>> = { 'public.email_changes': 'confirmed_at IS NOT NULL' };

const PART_BYTES = 1_048_576;
const FETCH_ROWS = 500;

export interface LastingTable {
  readonly schema: 'public' | 'sandbox';
  readonly table: string;
}

const tableSchema = z.object({ schema: z.enum(['public', 'sandbox']), table: z.string() });

const quoted = ({ schema, table }: LastingTable) => `"${schema}"."${table}"`;

/** The tables that a backup holds, in a settled order. */
export async function lastingTables(client: Client): Promise<LastingTable[]> {
  const { rows } = await client.query(
    `SELECT n.nspname AS schema, c.relname AS table
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN pg_description d ON d.objoid = c.oid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname IN ('public', 'sandbox')
       AND coalesce(d.description, '') NOT LIKE 'projection %'
     ORDER BY 1, 2`,
  );
  return z
    .array(tableSchema)
    .parse(rows)
    .filter(({ schema, table }) => !LEFT_OUT.includes(`${schema}.${table}`));
}

/** The rows of a table as lines of JSON, in portions of about a megabyte; inside the transaction that the client has open. */
export async function* readRows(
  client: Client,
  table: LastingTable,
): AsyncGenerator<{ content: Buffer; rows: number }, void> {
  const which = ROWS[`${table.schema}.${table.table}`] ?? 'true';
  await client.query(
    `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${quoted(table)} t WHERE ${which}`,
  );
  let lines: string[] = [];
  let size = 0;
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${FETCH_ROWS} FROM backup_rows`);
    for (const { row } of rows) {
      lines.push(row);
      size += row.length;
    }
    if (lines.length > 0 && (size >= PART_BYTES || rows.length === 0)) {
      yield { content: Buffer.from(lines.join('\n')), rows: lines.length };
      lines = [];
      size = 0;
    }
    if (rows.length === 0) break;
  }
  await client.query('CLOSE backup_rows');
}

/** Puts rows of `readRows` into a table that has the same columns; foreign keys are the caller's matter. */
export async function writeRows(client: Client, table: LastingTable, content: Buffer): Promise<void> {
  const rows = `[${content.toString('utf8').replaceAll('\n', ',')}]`;
  await client.query(
    `INSERT INTO ${quoted(table)} OVERRIDING SYSTEM VALUE
     SELECT * FROM jsonb_populate_recordset(NULL::${quoted(table)}, $1::jsonb)`,
    [rows],
  );
}

const sequencesSchema = z.array(
  z.object({ schema: z.enum(['public', 'sandbox']), name: z.string(), last: z.string() }),
);

/** The sequences that numbers were taken from, and the last number of each, as JSON. */
export async function readSequences(client: Client): Promise<Buffer> {
  const { rows } = await client.query(
    `SELECT schemaname AS schema, sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname IN ('public', 'sandbox') AND last_value IS NOT NULL ORDER BY 1, 2`,
  );
  return Buffer.from(JSON.stringify(sequencesSchema.parse(rows)));
}

export async function writeSequences(client: Client, content: Buffer): Promise<void> {
  for (const { schema, name, last } of sequencesSchema.parse(JSON.parse(content.toString('utf8')))) {
    await client.query('SELECT setval($1::regclass, $2::bigint)', [`"${schema}"."${name}"`, last]);
  }
}
