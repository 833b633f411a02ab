import type { RawLog } from '#infra/event-store/raw-log.ts';
import { assertSame, LogsDiffer, type Progress } from './copy-log.ts';
import { LogCursor } from './log-cursor.ts';

export interface Verified {
  /** How many events are the same, from the first on. */
  readonly events: number;
  /** How many the source has beyond those. */
  readonly behind: number;
  /** For each wanted position of the source the target's position of the last event up to there; null: before the first. */
  readonly positions: ReadonlyMap<bigint, bigint | null>;
}

/**
 * Reads both logs side by side to their ends and compares every event: all but its position and when it was written.
 * @throws LogsDiffer
 */
export async function verifyLogs(request: {
  from: RawLog;
  to: RawLog;
  /** Positions of the source that are to be found in the target. */
  wanted?: readonly bigint[];
  onProgress?: (progress: Progress) => void;
}): Promise<Verified> {
  const { from, to, wanted = [], onProgress } = request;
  const source = new LogCursor(from, 'The source');
  const target = new LogCursor(to, 'The target');
  const positions = new Map<bigint, bigint | null>();
  const open = [...new Set(wanted)].sort((one, other) => (one < other ? -1 : 1));
  let last: bigint | null = null;
  const reached = (position: bigint) => {
    for (let next = open[0]; next !== undefined && next < position; next = open[0]) {
      positions.set(next, last);
      open.shift();
    }
  };
  try {
    let events = 0;
    let behind = 0;
    let there = await target.next();
    for (let event = await source.next(); event !== undefined; event = await source.next()) {
      if (there === undefined) {
        behind += 1;
        continue;
      }
      assertSame(event, there);
      reached(event.position.commit);
      last = there.position.commit;
      events += 1;
      if (events % 10_000 === 0) onProgress?.({ phase: 'verifying', events });
      there = await target.next();
    }
    if (there !== undefined) {
      throw new LogsDiffer(
        `The target, at position ${there.position.commit} (${there.streamId}@${there.revision}): an event that the source does not have.`,
      );
    }
    for (const position of open) positions.set(position, last);
    return { events, behind, positions };
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}
