import { type LiveChange, type LiveTopic, liveTopics } from '#services/contract/live.ts';
import { READY_WITHIN_MS } from '#services/contract/live-heartbeat.ts';

/** Longer lists cost more than they save: a change without ids concerns every member. */
const maxMemberIds = 200;

interface Sent {
  readonly change: LiveChange;
  /** undefined for all pages, null for those of admins. */
  readonly memberId: string | null | undefined;
  readonly atMs: number;
}

/** The union of a list that the changes about a topic carry; undefined if one of them carries none, and so concerns all. */
function mergeList(
  changes: readonly LiveChange[],
  topic: LiveTopic,
  list: 'dates' | 'memberIds',
): string[] | undefined {
  const lists = changes.flatMap((change) => (change.topics.includes(topic) ? [change[list]] : []));
  const known = lists.filter((each) => each !== undefined);
  return known.length === lists.length ? [...new Set(known.flat())] : undefined;
}

function merge(changes: readonly LiveChange[]): LiveChange {
  const topics = new Set(changes.flatMap((change) => change.topics));
  const dates = topics.has('classes') ? mergeList(changes, 'classes', 'dates') : undefined;
  const memberIds = topics.has('people') ? mergeList(changes, 'people', 'memberIds') : undefined;
  return {
    topics: liveTopics.filter((topic) => topics.has(topic)),
    ...(dates && { dates: dates.sort() }),
    ...(memberIds && memberIds.length <= maxMemberIds && { memberIds }),
  };
}

/** The changes of the last seconds, which a page may have missed: it reads its data while its event stream is still opened. */
export class RecentChanges {
  readonly #nowMs: () => number;
  #sent: Sent[] = [];

  /** `nowMs` is a steady clock. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(change: LiveChange, memberId: string | null | undefined): void {
    const now = this.#nowMs();
    const oldest = this.#sent[0];
    // Twice the time, so that a thousand changes a second are not copied for each of them.
    if (oldest !== undefined && oldest.atMs < now - 2 * READY_WITHIN_MS) this.#sent = this.#listKept();
    this.#sent.push({ change, memberId, atMs: now });
  }

  /** What may be new to a page of that member, of an admin (null), or of a visitor (undefined); null for nothing. */
  readFor(memberId: string | null | undefined): LiveChange | null {
    const changes = this.#listKept()
      .filter((sent) => sent.memberId === undefined || sent.memberId === memberId)
      .map(({ change }) => change);
    return changes.length === 0 ? null : merge(changes);
  }

  #listKept(): Sent[] {
    const since = this.#nowMs() - READY_WITHIN_MS;
    return this.#sent.filter(({ atMs }) => atMs >= since);
  }
}
