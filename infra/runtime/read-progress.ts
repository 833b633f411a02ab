import type { Pool } from 'pg';
import type { Backlog, LogEnd } from '../event-store/log-end.ts';

/** How far a read model or the reactors are behind the end of the log. */
export interface Lag {
  /** Capped at 500. */
  readonly events: number;
  /** The age of the oldest of these events. */
  readonly seconds: number;
}

export interface ProjectionProgress {
  readonly name: string;
  /** The event that stopped the projection; null while it runs or is rebuilt. */
  readonly poison: { readonly eventId: string; readonly type: string } | null;
  readonly lag: Lag;
}

/** The progress of all read models and the reactors. */
export interface Progress {
  readonly projections: readonly ProjectionProgress[];
  /** Null before the reactors have processed any event. */
  readonly reactors: Lag | null;
}

interface Row {
  readonly name: string;
  readonly position: string | null;
  readonly eventId: string | null;
  readonly type: string | null;
}

const positionOf = ({ position }: Pick<Row, 'position'>) => (position === null ? null : BigInt(position));

/** Reads every checkpoint and counts the events after it. @throws when Postgres or the event store is unavailable */
export async function readProgress(pool: Pick<Pool, 'query'>, end: LogEnd): Promise<Progress> {
  const { rows } = await pool.query<Row & { kind: 'projection' | 'reactors' }>(
    `SELECT 'projection' AS kind, name, position::text,
       CASE WHEN status = 'stopped' THEN error ->> 'eventId' END AS "eventId", error ->> 'type' AS type
     FROM projection_checkpoints
     UNION ALL SELECT 'reactors', name, position::text, NULL, NULL FROM reactor_checkpoints WHERE name = 'reactors'
     ORDER BY 1, 2`,
  );
  const backlogs = new Map<string, Promise<Backlog>>();
  const lagOf = async (row: Row): Promise<Lag> => {
    const key = row.position ?? '';
    const backlog = backlogs.get(key) ?? end.backlog(positionOf(row));
    backlogs.set(key, backlog);
    const { events, oldestAt } = await backlog;
    return {
      events,
      seconds: oldestAt === null ? 0 : Math.max(0, (Date.now() - oldestAt.getTime()) / 1_000),
    };
  };
  const reactors = rows.find(({ kind }) => kind === 'reactors');
  return {
    projections: await Promise.all(
      rows
        .filter(({ kind }) => kind === 'projection')
        .map(async (row) => ({
          name: row.name,
          poison: row.eventId === null ? null : { eventId: row.eventId, type: row.type ?? 'unknown' },
          lag: await lagOf(row),
        })),
    ),
    reactors: reactors === undefined ? null : await lagOf(reactors),
  };
}
