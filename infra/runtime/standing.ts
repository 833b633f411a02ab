import type { Pool } from 'pg';
import type { Backlog, LogEnd } from '../event-store/log-end.ts';

/** How far something that follows the log is behind its end. */
export interface Lag {
  /** 500 stands for that many or more. */
  readonly events: number;
  /** For how long the oldest of them has been written. */
  readonly seconds: number;
}

export interface ProjectionStanding {
  readonly name: string;
  /** The event that stopped it; null of one that runs, or whose tables are just being built anew. */
  readonly poison: { readonly eventId: string; readonly type: string } | null;
  readonly lag: Lag;
}

/** Where all read models and the reactors stand. */
export interface Standing {
  readonly projections: readonly ProjectionStanding[];
  /** null before the reactors have seen anything. */
  readonly reactors: Lag | null;
}

interface Row {
  readonly name: string;
  readonly position: string | null;
  readonly eventId: string | null;
  readonly type: string | null;
}

const positionOf = ({ position }: Pick<Row, 'position'>) => (position === null ? null : BigInt(position));

/** Looks at every checkpoint and at what the log holds after it. @throws when Postgres or the event store can't be asked */
export async function readStanding(pool: Pick<Pool, 'query'>, end: LogEnd): Promise<Standing> {
  const { rows } = await pool.query<Row & { kind: 'projection' | 'reactors' }>(
    `SELECT 'projection' AS kind, name, position::text,
       CASE WHEN status = 'stopped' THEN error ->> 'eventId' END AS "eventId", error ->> 'type' AS type
     FROM projection_checkpoints
     UNION ALL SELECT 'reactors', name, position::text, NULL, NULL FROM reactor_checkpoints WHERE name = 'reactors'
     ORDER BY 1, 2`,
  );
  const known = new Map<string, Promise<Backlog>>();
  const lagOf = async (row: Row): Promise<Lag> => {
    const key = row.position ?? '';
    const asked = known.get(key) ?? end.backlog(positionOf(row));
    known.set(key, asked);
    const { events, oldestAt } = await asked;
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
