import type { RawEntry, RawLog } from '#infra/event-store/raw-log.ts';
import { VersionConflict } from '#infra/event-store/types.ts';
import { LogCursor } from './log-cursor.ts';
import { MigrationError } from './migration-error.ts';

/** Data of one append; the server accepts 1 MiB. */
const APPEND_BYTES = 1_000_000;
const APPEND_EVENTS = 500;
/** Limits of the appends without an answer. */
const MAX_PENDING = 128;
const MAX_PENDING_BYTES = 4_194_304;
/** Appends of a killed run may arrive during the next one, which then compares again. */
const ATTEMPTS = 3;

export interface Progress {
  readonly phase: 'reading' | 'comparing' | 'copying' | 'verifying';
  readonly events: number;
}

interface CopyRequest {
  readonly from: RawLog;
  readonly to: RawLog;
  readonly onProgress?: (progress: Progress) => void;
}

/** Two logs have different events at one position. */
export class LogsDifferError extends MigrationError {}

/** Reads the whole log and counts its events. Throws MigrationError for an entry that cannot be copied. */
export async function scanLog(
  from: RawLog,
  onEvent: (event: RawEntry) => void,
  onProgress?: (progress: Progress) => void,
): Promise<number> {
  const source = new LogCursor(from, 'The source');
  let events = 0;
  for (let event = await source.next(); event !== undefined; event = await source.next()) {
    onEvent(event);
    events += 1;
    if (events % 10_000 === 0) onProgress?.({ phase: 'reading', events });
  }
  return events;
}

/**
 * Compares the target's events with the source. Then appends the rest in the order of the whole log, each event with its id,
 * type, bytes and revision. The target alone records the progress, so a killed run can be repeated.
 * @throws LogsDifferError when the target contains anything else
 */
export async function copyLog(request: CopyRequest): Promise<{ found: number; copied: number }> {
  let copied = 0;
  for (let attempt = 1; ; attempt += 1) {
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
      if (attempt === ATTEMPTS) {
        throw new MigrationError(
          `Another client writes to the target: ${error.message}. Stop it, empty the target, and start again.`,
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
    for (let copied = await target.next(); copied !== undefined; copied = await target.next()) {
      assertSame(await source.next(), copied);
      found += 1;
      if (found % 10_000 === 0) onProgress?.({ phase: 'comparing', events: found });
    }
    return found;
  } finally {
    await target.close();
  }
}

/** Sends many appends without waiting for answers. The server writes them in the order in which they were sent. */
async function appendRest(
  { to }: CopyRequest,
  source: LogCursor,
  onAppended: (count: number) => void,
): Promise<void> {
  const appender = await to.appender();
  const answers: { answer: Promise<void>; count: number; bytes: number }[] = [];
  let pendingBytes = 0;
  const settleOne = async () => {
    const first = answers.shift();
    if (first === undefined) return;
    await first.answer;
    pendingBytes -= first.bytes;
    onAppended(first.count);
  };
  try {
    let next = await source.next();
    while (next !== undefined) {
      const [first] = [next];
      const events: RawEntry[] = [];
      let bytes = 0;
      // Consecutive events of one stream go into one append.
      while (
        next !== undefined &&
        next.streamId === first.streamId &&
        events.length < APPEND_EVENTS &&
        (events.length === 0 || bytes + next.data.length <= APPEND_BYTES)
      ) {
        if (next.revision !== first.revision + BigInt(events.length)) throw createGapError(next);
        events.push(next);
        bytes += next.data.length + next.metadata.length;
        next = await source.next();
      }
      while (
        answers.length >= MAX_PENDING ||
        (answers.length > 0 && pendingBytes + bytes > MAX_PENDING_BYTES)
      ) {
        await settleOne();
      }
      const answer = appender.append(
        first.streamId,
        first.revision === 0n ? null : first.revision - 1n,
        events,
      );
      // `settleOne` awaits it and receives the error.
      answer.catch(() => {});
      answers.push({ answer, count: events.length, bytes });
      pendingBytes += bytes;
    }
    while (answers.length > 0) await settleOne();
  } finally {
    appender.close();
  }
}

function createGapError({ streamId, revision, position }: RawEntry): MigrationError {
  return new MigrationError(
    `The source, at position ${position.commit}: ${streamId} continues with revision ${revision}, and earlier revisions are missing.`,
  );
}

/** Throws LogsDifferError unless the target's event is the source's, to the byte. */
export function assertSame(expected: RawEntry | undefined, found: RawEntry): void {
  const at = `The target, at position ${found.position.commit} (${found.streamId}@${found.revision})`;
  if (expected === undefined)
    throw new LogsDifferError(`${at}: an event that the source does not have. ${EMPTY_IT}`);
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
  throw new LogsDifferError(
    `${at}: another event than the source's ${expected.streamId}@${expected.revision} (position ${expected.position.commit}); other ${differs.join(', ')}. ${EMPTY_IT}`,
  );
}

const EMPTY_IT = 'Nothing is changed in the target; empty it or name another one.';
