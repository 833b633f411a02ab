import type { Change } from '#projections/catch-up/changes.ts';
import { type LiveChange, type LiveTopic, liveTopics } from '#services/contract/live.ts';
import type { LiveConnections } from './live-connections.ts';

/**
 * The pause between two notifications to all pages, per open page. Every notified page reads again what it shows, and while a
 * week is being booked up something changes many times a second.
 */
const pauseMsPerPage = 2;
const maxPauseMs = 5_000;

/** A change that concerns every page. `dates` of null means classes of any day. */
interface PublicChange {
  readonly topics: ReadonlySet<LiveTopic>;
  readonly dates: ReadonlySet<string> | null;
}

const noChange: PublicChange = { topics: new Set(), dates: new Set() };

function merge(a: PublicChange, b: PublicChange): PublicChange {
  const dates = a.dates === null || b.dates === null ? null : new Set([...a.dates, ...b.dates]);
  return { topics: new Set([...a.topics, ...b.topics]), dates };
}

function toLiveChange({ topics, dates }: PublicChange): LiveChange {
  const sorted = liveTopics.filter((topic) => topics.has(topic));
  return { topics: sorted, ...(dates !== null && dates.size > 0 ? { dates: [...dates].sort() } : {}) };
}

function toPublicChange(change: Exclude<Change, { kind: 'everything' | 'member' }>): PublicChange {
  if (change.kind !== 'classes') return { topics: new Set([change.kind]), dates: new Set() };
  return { topics: new Set(['classes']), dates: change.dates === null ? null : new Set(change.dates) };
}

/**
 * Notifies the open pages of what batches of events touched. A member's own changes are sent to that member immediately, and
 * that member's id to admins. Public changes are sent immediately too, then collected during a pause that grows with the number
 * of open pages.
 */
export class ChangeNotifier {
  readonly #connections: Pick<LiveConnections, 'send' | 'count'>;
  #collected: PublicChange = noChange;
  #pause: NodeJS.Timeout | null = null;

  constructor(connections: Pick<LiveConnections, 'send' | 'count'>) {
    this.#connections = connections;
  }

  notify(changes: readonly Change[]): void {
    const byMember = new Map<string, Set<LiveTopic>>();
    for (const change of changes) {
      switch (change.kind) {
        case 'everything':
          this.#collected = noChange;
          this.#connections.send({ topics: [...liveTopics] });
          return;
        case 'member':
          byMember.set(change.memberId, (byMember.get(change.memberId) ?? new Set()).add(change.what));
          break;
        default:
          this.#collected = merge(this.#collected, toPublicChange(change));
      }
    }
    for (const [memberId, topics] of byMember) this.#connections.send({ topics: [...topics] }, memberId);
    if (byMember.size > 0)
      this.#connections.send({ topics: ['people'], memberIds: [...byMember.keys()] }, null);
    if (this.#pause === null) this.#sendCollected();
  }

  close(): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
  }

  #sendCollected(): void {
    this.#pause = null;
    if (this.#collected.topics.size === 0) return;
    this.#connections.send(toLiveChange(this.#collected));
    this.#collected = noChange;
    const pauseMs = Math.min(maxPauseMs, this.#connections.count * pauseMsPerPage);
    this.#pause = setTimeout(() => this.#sendCollected(), pauseMs);
    this.#pause.unref();
  }
}
