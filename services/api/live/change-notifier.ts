import type { Change } from '#projections/waiting/changes.ts';
import { type LiveChange, type LiveTopic, liveTopics } from '#services/contract/live.ts';
import type { LiveConnections } from './live-connections.ts';

/**
 * So long everyone is left in peace after they were told, for each page that is open: every page asks anew for what it
 * shows, and while a week is being booked up something changes many times a second.
 */
const restMsAPage = 2;
const longestRestMs = 5_000;

/** What concerns every page. `dates` of null: classes of any day. */
interface ForAll {
  readonly topics: ReadonlySet<LiveTopic>;
  readonly dates: ReadonlySet<string> | null;
}

const nothing: ForAll = { topics: new Set(), dates: new Set() };

function together(a: ForAll, b: ForAll): ForAll {
  const dates = a.dates === null || b.dates === null ? null : new Set([...a.dates, ...b.dates]);
  return { topics: new Set([...a.topics, ...b.topics]), dates };
}

function describe({ topics, dates }: ForAll): LiveChange {
  const sorted = liveTopics.filter((topic) => topics.has(topic));
  return { topics: sorted, ...(dates !== null && dates.size > 0 ? { dates: [...dates].sort() } : {}) };
}

/** What a change is to every page. */
function forAllOf(change: Exclude<Change, { kind: 'everything' | 'member' }>): ForAll {
  if (change.kind !== 'classes') return { topics: new Set([change.kind]), dates: new Set() };
  return { topics: new Set(['classes']), dates: change.dates === null ? null : new Set(change.dates) };
}

/**
 * Tells the open pages what batches of events touched: what concerns one member to that member at once, what concerns
 * everyone at once too, and what follows soon after that together.
 */
export class ChangeNotifier {
  readonly #readers: Pick<LiveConnections, 'tell' | 'count'>;
  #gathered: ForAll = nothing;
  #resting: NodeJS.Timeout | null = null;

  constructor(readers: Pick<LiveConnections, 'tell' | 'count'>) {
    this.#readers = readers;
  }

  tell(changes: readonly Change[]): void {
    const forMembers = new Map<string, Set<LiveTopic>>();
    for (const change of changes) {
      switch (change.kind) {
        case 'everything':
          this.#gathered = nothing;
          this.#readers.tell({ topics: [...liveTopics] });
          return;
        case 'member':
          forMembers.set(change.memberId, (forMembers.get(change.memberId) ?? new Set()).add(change.what));
          break;
        default:
          this.#gathered = together(this.#gathered, forAllOf(change));
      }
    }
    for (const [memberId, touched] of forMembers) this.#readers.tell({ topics: [...touched] }, memberId);
    if (this.#resting === null) this.#tellAll();
  }

  close(): void {
    if (this.#resting !== null) clearTimeout(this.#resting);
  }

  #tellAll(): void {
    this.#resting = null;
    if (this.#gathered.topics.size === 0) return;
    this.#readers.tell(describe(this.#gathered));
    this.#gathered = nothing;
    const rest = Math.min(longestRestMs, this.#readers.count * restMsAPage);
    this.#resting = setTimeout(() => this.#tellAll(), rest);
    this.#resting.unref();
  }
}
