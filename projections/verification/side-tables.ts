import type { Projection, StudioRecord } from '../definition/projection.ts';
import { projectBatch } from '../runner/batch.ts';
import { createIndexes, createTables } from '../runner/ddl.ts';
import type { Session } from '../runner/session.ts';
import { createWriteStatement, type Statement } from '../runner/statements.ts';

/** Tables of projections in a separate schema beside the live ones; only their creator writes to them. */
export class SideTables {
  readonly schema: string;
  readonly #session: Session;
  readonly #projections: readonly Projection[];

  constructor(session: Session, projections: readonly Projection[], schema: string) {
    this.#session = session;
    this.#projections = projections;
    this.schema = schema;
  }

  /** Replaces the schema by one with empty tables. */
  async create(kind: 'TABLE' | 'UNLOGGED TABLE'): Promise<void> {
    const tables = this.#projections.map((projection) => createTables(projection, this.schema, kind));
    await this.#session.client.query(
      `DROP SCHEMA IF EXISTS "${this.schema}" CASCADE; CREATE SCHEMA "${this.schema}"; ${tables.join('; ')}`,
    );
  }

  /** Creates the statements that project events; `isWanted` can exclude events for a projection. */
  createStatements(
    events: readonly StudioRecord[],
    isWanted: (projection: Projection, event: StudioRecord) => boolean = () => true,
  ): Statement[] {
    return this.#projections.flatMap((projection) => {
      const wanted = events.filter((event) => isWanted(projection, event));
      return projectBatch(projection, wanted, null)
        .groups()
        .map((group) => createWriteStatement(this.schema, group));
    });
  }

  /** Writes statements in one transaction. */
  async write(statements: readonly Statement[]): Promise<void> {
    await this.#session.runTransaction(statements);
  }

  async createIndexes(): Promise<void> {
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
