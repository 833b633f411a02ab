import type { Projection, StudioRecord } from '../definition/projection.ts';
import { projectBatch } from '../runner/batch.ts';
import { createIndexes, createTables } from '../runner/ddl.ts';
import type { Session } from '../runner/session.ts';
import { type Statement, writeStatement } from '../runner/statements.ts';

/** Tables of projections in a schema beside the ones that serve; nobody feeds them but who made them. */
export class SideTables {
  readonly schema: string;
  readonly #session: Session;
  readonly #projections: readonly Projection[];

  constructor(session: Session, projections: readonly Projection[], schema: string) {
    this.#session = session;
    this.#projections = projections;
    this.schema = schema;
  }

  /** Makes them, empty. What stood in that schema is gone. */
  async create(kind: 'TABLE' | 'UNLOGGED TABLE'): Promise<void> {
    const tables = this.#projections.map((projection) => createTables(projection, this.schema, kind));
    await this.#session.client.query(
      `DROP SCHEMA IF EXISTS "${this.schema}" CASCADE; CREATE SCHEMA "${this.schema}"; ${tables.join('; ')}`,
    );
  }

  /** What these events make of the tables; `wants` may leave some out for a projection. */
  statements(
    events: readonly StudioRecord[],
    wants: (projection: Projection, event: StudioRecord) => boolean = () => true,
  ): Statement[] {
    return this.#projections.flatMap((projection) => {
      const wanted = events.filter((event) => wants(projection, event));
      return projectBatch(projection, wanted, null)
        .groups()
        .map((group) => writeStatement(this.schema, group));
    });
  }

  /** Writes statements in one transaction. */
  async write(statements: readonly Statement[]): Promise<void> {
    await this.#session.runTransaction(statements);
  }

  async index(): Promise<void> {
    for (const projection of this.#projections) {
      const indexes = createIndexes(projection, this.schema);
      if (indexes !== '') await this.#session.client.query(indexes);
      for (const table of projection.tables) {
        await this.#session.client.query(`ANALYZE "${this.schema}"."${table.name}"`);
      }
    }
  }

  async drop(): Promise<void> {
    await this.#session.client.query(`DROP SCHEMA IF EXISTS "${this.schema}" CASCADE`);
  }
}
