import type pg from 'pg';
import { z } from 'zod';

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Tables that a backup omits. It contains every other table, also one of a later release. Read models are left out, since they
 * are rebuilt, and unlogged tables, which a crash empties too.
 */
const OMITTED_TABLES: readonly string[] = [
  // Short-lived access. A restore would revive sessions and links that have been revoked since.
  'public.sessions',
  'public.password_resets',
  'public.password_reset_requests',
  'public.sign_in_codes',
  'public.passkeys',
  'public.answered_challenges',
  'public.known_devices',
  // Checkpoints, which a restore sets anew.
  'public.projection_checkpoints',
  'public.reactor_checkpoints',
  'public.reactor_marks',
  'public.migrations',
  // The sandbox's mailbox contains addresses in clear text, and is not a record of the studio.
  'sandbox.outbox',
  'sandbox.mailing_lists',
];

/** Conditions on the rows of some tables. A change of address that is not confirmed must be requested again. */
const ROW_CONDITIONS: Readonly<Record<string, string>> = {
  'public.email_changes': 'confirmed_at IS NOT NULL',
};

const PART_BYTES = 1_048_576;
const FETCH_ROWS = 500;

export interface LastingTable {
  readonly schema: 'public' | 'sandbox';
  readonly table: string;
}

const tableSchema = z.object({ schema: z.enum(['public', 'sandbox']), table: z.string() });

const quoteName = ({ schema, table }: LastingTable) => `"${schema}"."${table}"`;

/** Lists the tables of a backup in a fixed order. */
export async function listLastingTables(client: Client): Promise<LastingTable[]> {
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
    .filter(({ schema, table }) => !OMITTED_TABLES.includes(`${schema}.${table}`));
}

/** Reads the rows of a table as lines of JSON, about a megabyte at a time, in the client's open transaction. */
export async function* readRows(
  client: Client,
  table: LastingTable,
): AsyncGenerator<{ content: Buffer; rows: number }, void> {
  const condition = ROW_CONDITIONS[`${table.schema}.${table.table}`] ?? 'true';
  await client.query(
    `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${quoteName(table)} t WHERE ${condition}`,
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

/** Inserts rows of `readRows` into a table with the same columns. The caller must disable foreign keys. */
export async function writeRows(client: Client, table: LastingTable, content: Buffer): Promise<void> {
  const rows = `[${content.toString('utf8').replaceAll('\n', ',')}]`;
  await client.query(
    `INSERT INTO ${quoteName(table)} OVERRIDING SYSTEM VALUE
     SELECT * FROM jsonb_populate_recordset(NULL::${quoteName(table)}, $1::jsonb)`,
    [rows],
  );
}

const sequencesSchema = z.array(
  z.object({ schema: z.enum(['public', 'sandbox']), name: z.string(), last: z.string() }),
);

/** Reads the last value of each sequence in use, as JSON. */
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
