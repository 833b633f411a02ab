import DataLoader from 'dataloader';

/** More queries than this wait, so that load makes them larger rather than more numerous. */
const MAX_CONCURRENT = 2;
/** How long reads gather while there are several: unnoticeable, and many share a query. */
const GATHER_MS = 25;
/** A query that takes longer is not counted any more: its connection may have broken without a sign. */
const SLOW_QUERY_MS = 250;
const MAX_KEYS = 200;

/**
 * Returns a function that reads one key; concurrent calls share a query. A single call is sent immediately. Calls that come while
 * a query is running, or after several shared one, wait for the next. With `immediate` only calls of one tick of the event loop
 * share a query, and none waits. A query that has begun takes no further keys, so each call sees at least what was committed
 * before it.
 */
export function batchReads<Key, Found>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  { immediate = false }: { readonly immediate?: boolean } = {},
): (key: Key) => Promise<Found | undefined> {
  const scheduler = new QueryScheduler();
  const loader = new DataLoader<Key, Found | undefined>(
    async (keys) => {
      const end = scheduler.begin(keys.length);
      try {
        const found = await read(keys);
        return keys.map((key) => found.get(key));
      } finally {
        end();
      }
    },
    {
      cache: false,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: immediate ? (send) => setImmediate(send) : (send) => scheduler.add(send),
    },
  );
  return (key) => loader.load(key);
}

/**
 * When the next query may begin: between half a `GATHER_MS` and one and a half after the last. All kinds of queries begin at the
 * same moments, so that sleeping processes wake once for all of them.
 */
function computeNextStart(lastStart: number): number {
  return Math.ceil(lastStart / GATHER_MS + 0.5) * GATHER_MS;
}

/** Decides when the batches of one kind of query are sent. */
class QueryScheduler {
  #waiting: (() => void)[] = [];
  #running = 0;
  #isScheduled = false;
  #lastStart = Number.NEGATIVE_INFINITY;
  #lastSize = 0;

  add(send: () => void): void {
    this.#waiting.push(send);
    this.#scheduleNext();
  }

  /** Counts a query as running until the returned function is called, or until it is slow. */
  begin(size: number): () => void {
    this.#running += 1;
    this.#lastStart = performance.now();
    this.#lastSize = size;
    let isCounted = true;
    const end = () => {
      clearTimeout(slow);
      if (!isCounted) return;
      isCounted = false;
      this.#running -= 1;
      this.#scheduleNext();
    };
    const slow = setTimeout(end, SLOW_QUERY_MS);
    return end;
  }

  #scheduleNext(): void {
    if (this.#isScheduled || this.#waiting.length === 0 || this.#running >= MAX_CONCURRENT) return;
    this.#isScheduled = true;
    const isSingle = this.#running === 0 && this.#lastSize < 2;
    const waitMs = isSingle ? 0 : computeNextStart(this.#lastStart) - performance.now();
    // A second waiting batch means that the first one is full.
    if (waitMs > 0 && this.#waiting.length === 1) setTimeout(() => this.#sendNext(), waitMs);
    else setImmediate(() => this.#sendNext());
  }

  #sendNext(): void {
    this.#isScheduled = false;
    this.#waiting.shift()?.();
    this.#scheduleNext();
  }
}
