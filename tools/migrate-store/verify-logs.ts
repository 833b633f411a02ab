import type { RawLog } from '#infra/event-store/raw-log.ts';
import { assertSame, LogsDifferError, type Progress } from './copy-log.ts';
import { LogCursor } from './log-cursor.ts';

export interface LogComparison {
  /** Number of equal events, from the first on. */
  readonly events: number;
  /** Number of later events of the source. */
  readonly behind: number;
  /** The target's position of the last event up to each requested position of the source; null before the first event. */
  readonly positions: ReadonlyMap<bigint, bigint | null>;
}

/**
 * Compares every event of both logs, except its position and creation time.
 * @throws LogsDifferError
 */
export async function verifyLogs(request: {
  from: RawLog;
  to: RawLog;
  /** Positions of the source to translate into positions of the target. */
  wanted?: readonly bigint[];
  onProgress?: (progress: Progress) => void;
}): Promise<LogComparison> {
  const { from, to, wanted = [], onProgress } = request;
  const source = new LogCursor(from, 'The source');
  const target = new LogCursor(to, 'The target');
  const positions = new Map<bigint, bigint | null>();
  const open = [...new Set(wanted)].sort((one, other) => (one < other ? -1 : 1));
  let last: bigint | null = null;
  const translateUpTo = (position: bigint) => {
    for (let next = open[0]; next !== undefined && next < position; next = open[0]) {
      positions.set(next, last);
      open.shift();
    }
  };
  try {
    let events = 0;
    let behind = 0;
    let copied = await target.next();
    for (let event = await source.next(); event !== undefined; event = await source.next()) {
      if (copied === undefined) {
        behind += 1;
        continue;
      }
      assertSame(event, copied);
      translateUpTo(event.position.commit);
      last = copied.position.commit;
      events += 1;
      if (events % 10_000 === 0) onProgress?.({ phase: 'verifying', events });
      copied = await target.next();
    }
    if (copied !== undefined) {
      throw new LogsDifferError(
        `The target, at position ${copied.position.commit} (${copied.streamId}@${copied.revision}): an event that the source does not have.`,
      );
    }
    for (const position of open) positions.set(position, last);
    return { events, behind, positions };
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}
