import type { RawEntry, RawLog } from '#infra/event-store/raw-log.ts';
import { VersionConflict } from '#infra/event-store/types.ts';
import { LogCursor } from './log-cursor.ts';
import { MigrationError } from './migration-error.ts';

/** Data of one append: the server takes 1 MiB. */
const MOST_BYTES = 1_000_000;
const MOST_EVENTS = 500;
/** So much may be on its way without an answer. */
const IN_FLIGHT = 128;
const IN_FLIGHT_BYTES = 4_194_304;
/** What a run that was killed had sent may arrive while the next one looks: then it looks again. */
const LOOKS = 3;

export interface Progress {
  readonly phase: 'looking' | 'comparing' | 'copying' | 'verifying';
  readonly events: number;
}

interface CopyRequest {
  readonly from: RawLog;
  readonly to: RawLog;
  readonly onProgress?: (progress: Progress) => void;
}

/** Two logs tell of different events at one place. */
export class LogsDiffer extends MigrationError {}

/** Passes over the whole log; throws MigrationError when there is something in it that can't be carried over. */
export async function lookThrough(
  from: RawLog,
  see: (event: RawEntry) => void,
  onProgress?: (progress: Progress) => void,
): Promise<number> {
  const source = new LogCursor(from, 'The source');
  let events = 0;
  for (let event = await source.next(); event !== undefined; event = await source.next()) {
    see(event);
    events += 1;
    if (events % 10_000 === 0) onProgress?.({ phase: 'looking', events });
  }
  return events;
}

/**
 * Brings the target to where the source ends: compares what it has with the source event by event, then appends the rest in the
 * order of the whole log, each event with its id, type and bytes at its own revision. Nothing but the target says how far
 * it came, so a run that was killed is simply run again. @throws LogsDiffer when the target has anything else in it
 */
export async function copyLog(request: CopyRequest): Promise<{ found: number; copied: number }> {
  let copied = 0;
  for (let look = 1; ; look += 1) {
    const source = new LogCursor(request.from, 'The source');
    try {
      const found = await skipCopied(request, source);
      await appendRest(request, source, (count) => {
        copied += count;
        request.onProgress?.({ phase: 'copying', events: found + copied });
      });
      return { found, copied };
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      if (look === LOOKS) {
        throw new MigrationError(
          `Someone else writes to the target: ${error.message}. Stop that, empty it, and begin again.`,
          error,
        );
      }
    } finally {
      await source.close();
    }
  }
}

async function skipCopied({ to, onProgress }: CopyRequest, source: LogCursor): Promise<number> {
  const target = new LogCursor(to, 'The target');
  try {
    let found = 0;
    for (let there = await target.next(); there !== undefined; there = await target.next()) {
      assertSame(await source.next(), there);
      found += 1;
      if (found % 10_000 === 0) onProgress?.({ phase: 'comparing', events: found });
    }
    return found;
  } finally {
    await target.close();
  }
}

/** One after the other on the wire, many without waiting for answers: the server writes them in that order. */
async function appendRest(
  { to }: CopyRequest,
  source: LogCursor,
  onAppended: (count: number) => void,
): Promise<void> {
  const appender = await to.appender();
  const answers: { answer: Promise<void>; count: number; bytes: number }[] = [];
  let bytesInFlight = 0;
  const settleOne = async () => {
    const first = answers.shift();
    if (first === undefined) return;
    await first.answer;
    bytesInFlight -= first.bytes;
    onAppended(first.count);
  };
  try {
    let next = await source.next();
    while (next !== undefined) {
      const [first] = [next];
      const events: RawEntry[] = [];
      let bytes = 0;
      // What follows in the same stream goes with it.
      while (
        next !== undefined &&
        next.streamId === first.streamId &&
        events.length < MOST_EVENTS &&
        (events.length === 0 || bytes + next.data.length <= MOST_BYTES)
      ) {
        if (next.revision !== first.revision + BigInt(events.length)) throw gap(next);
        events.push(next);
        bytes += next.data.length + next.metadata.length;
        next = await source.next();
      }
      while (answers.length >= IN_FLIGHT || (answers.length > 0 && bytesInFlight + bytes > IN_FLIGHT_BYTES)) {
        await settleOne();
      }
      const answer = appender.append(
        first.streamId,
        first.revision === 0n ? null : first.revision - 1n,
        events,
      );
      // Met when its turn comes.
      answer.catch(() => {});
      answers.push({ answer, count: events.length, bytes });
      bytesInFlight += bytes;
    }
    while (answers.length > 0) await settleOne();
  } finally {
    appender.close();
  }
}

function gap({ streamId, revision, position }: RawEntry): MigrationError {
  return new MigrationError(
    `The source, at position ${position.commit}: ${streamId} goes on with revision ${revision}, and what comes before is not there.`,
  );
}

/** Throws LogsDiffer unless the target's event is the source's, to the byte. */
export function assertSame(expected: RawEntry | undefined, found: RawEntry): void {
  const at = `The target, at position ${found.position.commit} (${found.streamId}@${found.revision})`;
  if (expected === undefined)
    throw new LogsDiffer(`${at}: an event that the source does not have. ${EMPTY_IT}`);
  const differs = (
    [
      ['stream', expected.streamId === found.streamId],
      ['revision', expected.revision === found.revision],
      ['id', expected.id === found.id],
      ['type', expected.type === found.type],
      ['content type', expected.isJson === found.isJson],
      ['data', expected.data.equals(found.data)],
      ['metadata', expected.metadata.equals(found.metadata)],
    ] as const
  )
    .filter(([, same]) => !same)
    .map(([what]) => what);
  if (differs.length === 0) return;
  throw new LogsDiffer(
    `${at}: another event than the source's ${expected.streamId}@${expected.revision} (position ${expected.position.commit}); other ${differs.join(', ')}. ${EMPTY_IT}`,
  );
}

const EMPTY_IT = 'Nothing is changed in the target; empty it or name another one.';
