/** One is under way, and one more may follow before it is back. */
const queriesAtOnce = 2;
/** How long those who come wait for each other while there are several: nobody notices, and many go together. */
const gatherMs = 25;
/** A query that takes this long holds no other up: its connection may have broken without a sign. */
const slowAfterMs = 250;
const keysAtMost = 200;

interface Asked<Key, Found> {
  readonly key: Key;
  readonly found: (found: Found | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * When the next query may begin after one that began at `beganAt`: all kinds of them at the same moments, so that processes are
 * woken together, and between half a `gatherMs` and one and a half later.
 */
const nextMoment = (beganAt: number): number => Math.ceil(beganAt / gatherMs + 0.5) * gatherMs;

interface Together {
  /** Nobody waits for anybody: only those who come in the same turn of the event loop go together. */
  readonly hurried?: boolean;
}

/**
 * Makes one query of what many ask for at once. Who comes alone is asked for at once; who comes while another is under
 * way, or after several went together, goes with the next one, so that more people make larger queries rather than more of
 * them. A query that has begun takes no one in: each sees at least what was written before they asked.
 */
export function lookTogether<Key, Found>(
  look: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  { hurried = false }: Together = {},
): (key: Key) => Promise<Found | undefined> {
  let waiting: Asked<Key, Found>[] = [];
  let underWay = 0;
  let isDue = false;
  let beganAt = Number.NEGATIVE_INFINITY;
  let lastCount = 0;
  const hasRoom = () => hurried || underWay < queriesAtOnce;

  async function begin(): Promise<void> {
    isDue = false;
    if (waiting.length === 0 || !hasRoom()) return;
    const together = waiting.slice(0, keysAtMost);
    waiting = waiting.slice(keysAtMost);
    underWay += 1;
    beganAt = performance.now();
    lastCount = together.length;
    beginSoon();
    let isCounted = true;
    const end = () => {
      if (!isCounted) return;
      isCounted = false;
      underWay -= 1;
      beginSoon();
    };
    const slow = setTimeout(end, slowAfterMs);
    try {
      const rows = await look(together.map(({ key }) => key));
      for (const { key, found } of together) found(rows.get(key));
    } catch (error) {
      for (const { failed } of together) failed(error);
    } finally {
      clearTimeout(slow);
      end();
    }
  }

  /** After all that came in at this moment, or with those who come until the next one. */
  function beginSoon(): void {
    if (isDue || waiting.length === 0 || !hasRoom()) return;
    isDue = true;
    const isAlone = underWay === 0 && lastCount < 2;
    const rest = hurried || isAlone ? 0 : nextMoment(beganAt) - performance.now();
    if (rest > 0 && waiting.length < keysAtMost) setTimeout(begin, rest);
    else setImmediate(begin);
  }

  return (key) =>
    new Promise((found, failed) => {
      waiting.push({ key, found, failed });
      beginSoon();
    });
}
