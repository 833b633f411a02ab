import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { Projection, StudioRecord } from '../definition/projection.ts';
import { Session } from '../runner/session.ts';
import { SideTables } from './side-tables.ts';

/** The last event of the log, or the last instant of the studio's clock, to include. */
export type AsOf = { readonly position: bigint } | { readonly instant: Date };

export interface AsOfBuild {
  readonly schema: string;
  /** Table names with the schema. */
  readonly tables: readonly string[];
  readonly events: number;
  /** The position of the last included event, decimal. */
  readonly position: string | null;
}

const getSchemaPrefix = ({ name }: Projection) => `asof_${name.replaceAll('-', '_')}_`;

/**
 * Selects the events up to `asOf`. By an instant, each stream ends before its first later event, so that the result was a real state of
 * the stream.
 */
function createFilter(asOf: AsOf): (event: StudioRecord) => boolean {
  if ('position' in asOf) return ({ position }) => position <= asOf.position;
  const latest = asOf.instant.getTime();
  const ended = new Set<string>();
  return ({ stream, data }) => {
    if (ended.has(stream)) return false;
    if (Date.parse(data.at) <= latest) return true;
    ended.add(stream);
    return false;
  };
}

/**
 * Builds a projection in its state at `asOf`, in the schema `asof_<projection>_<n>` with the next free number. Data erased since then
 * stays erased.
 */
export async function buildAsOf(
  projection: Projection,
  asOf: AsOf,
  { databaseUrl, store }: { databaseUrl: string; store: Pick<EventStore<StudioEvent>, 'readAll'> },
): Promise<AsOfBuild> {
  const session = await Session.open(databaseUrl, 'tideline as of');
  try {
    const schema = `${getSchemaPrefix(projection)}${await findNextNumber(session, projection)}`;
    const side = new SideTables(session, [projection], schema);
    await side.create('TABLE');
    const isIncluded = createFilter(asOf);
    let position: bigint | null = null;
    let count = 0;
    for await (const batch of store.readAll(null, 5_000)) {
      const events = batch.filter(isIncluded);
      await side.write(side.createStatements(events));
      position = events.at(-1)?.position ?? position;
      count += events.length;
      const last = batch.at(-1)?.position;
      if ('position' in asOf && last !== undefined && last >= asOf.position) break;
    }
    await side.createIndexes();
    return {
      schema,
      tables: projection.tables.map(({ name }) => `${schema}.${name}`),
      events: count,
      position: position === null ? null : String(position),
    };
  } finally {
    await session.close();
  }
}

/** Drops all schemas that `buildAsOf` created for a projection, and returns their names. */
export async function dropAsOf(
  projection: Projection,
  { databaseUrl }: { databaseUrl: string },
): Promise<string[]> {
  const session = await Session.open(databaseUrl, 'tideline as of');
  try {
    const schemas = await readSchemas(session, projection);
    for (const schema of schemas) await session.client.query(`DROP SCHEMA "${schema}" CASCADE`);
    return schemas;
  } finally {
    await session.close();
  }
}

async function readSchemas({ client }: Session, projection: Projection): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    'SELECT nspname AS schema FROM pg_namespace WHERE nspname ~ $1 ORDER BY 1',
    [`^${getSchemaPrefix(projection)}[0-9]+$`],
  );
  return rows.map(({ schema }) => schema);
}

async function findNextNumber(session: Session, projection: Projection): Promise<number> {
  const taken = (await readSchemas(session, projection)).map((schema) =>
    Number(schema.slice(getSchemaPrefix(projection).length)),
  );
  return Math.max(0, ...taken) + 1;
}
