import type { BatchTopics } from '#projections/catch-up/changes.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { CachedJson } from './cached-json.ts';

const maxDays = 60;

export interface TimetableClass {
  readonly answer: ScheduledClass;
  /** From when on the answer may differ without any event, for example because an offer has lapsed; null for never. */
  readonly validUntil: Date | null;
}

export interface LoadedDay {
  /** In the order of the timetable. */
  readonly classes: readonly TimetableClass[];
  /** Reads one of the classes again; null once it no longer takes place. */
  readonly reload: (classId: number, now: Date) => Promise<TimetableClass | null>;
}

interface CachedClass {
  readonly json: string;
  readonly waitlistCount: number;
  readonly validUntil: Date | null;
}

interface CachedDay {
  readonly classes: ReadonlyMap<number, CachedClass>;
  readonly reload: LoadedDay['reload'];
  /** The answer up to its `now`, which differs for each request. */
  readonly start: CachedJson;
  /** By class id, in the order of the timetable. */
  readonly waitlistCounts: ReadonlyMap<number, number>;
  readonly validUntil: Date | null;
}

interface Entry {
  day: Promise<CachedDay>;
  /** null while the day is being read: until then any class may be on it. */
  classes: Pick<ReadonlyMap<number, unknown>, 'has'> | null;
  /** Ids of classes that changed since they were read. */
  changed: Set<number>;
}

const toCachedClass = ({ answer, validUntil }: TimetableClass): CachedClass => ({
  json: JSON.stringify(answer),
  waitlistCount: answer.waitlistCount,
  validUntil,
});

const getEarlier = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b < a) ? b : a;

function toCachedDay(classes: ReadonlyMap<number, CachedClass>, reload: LoadedDay['reload']): CachedDay {
  const all = [...classes.values()];
  return {
    classes,
    reload,
    start: new CachedJson(`{"classes":[${all.map(({ json }) => json).join(',')}],"now":"`),
    waitlistCounts: new Map([...classes].map(([id, { waitlistCount }]) => [id, waitlistCount])),
    validUntil: all.map(({ validUntil }) => validUntil).reduce(getEarlier, null),
  };
}

async function reloadClasses(day: CachedDay, changed: ReadonlySet<number>, now: Date): Promise<CachedDay> {
  const classes = new Map(day.classes);
  await Promise.all(
    [...changed].map(async (classId) => {
      const reloaded = await day.reload(classId, now);
      if (reloaded === null) classes.delete(classId);
      else classes.set(classId, toCachedClass(reloaded));
    }),
  );
  return toCachedDay(classes, day.reload);
}

/**
 * Caches the answers of `GET /api/classes` by day. The page that every visitor opens then costs one query per change instead of
 * one per visitor, and a changed class is read again alone.
 */
export class TimetableCache {
  readonly #load: (date: string, now: Date) => Promise<LoadedDay>;
  readonly #days = new Map<string, Entry>();

  constructor(load: (date: string, now: Date) => Promise<LoadedDay>) {
    this.#load = load;
  }

  /** The JSON of `{classes, now}`: the part that all requests share, and the ending of this one. */
  async getAnswer(date: string, now: Date): Promise<{ readonly start: CachedJson; readonly ending: string }> {
    const { start } = await this.#getDay(date, now);
    return { start, ending: `${now.toISOString()}"}` };
  }

  /** How many members are on the waitlist of each class of a day, by class id; the same map until something changes. */
  async getWaitlistCounts(date: string, now: Date): Promise<ReadonlyMap<number, number>> {
    const { waitlistCounts } = await this.#getDay(date, now);
    return waitlistCounts;
  }

  /** Drops what changed. A class that is on no cached day may be new on any, so it drops all days. */
  invalidate(touched: BatchTopics): void {
    if (touched === 'all') {
      this.#days.clear();
      return;
    }
    for (const topic of touched) if (topic.kind === 'classes') this.#invalidateClass(topic.classId);
  }

  async #getDay(date: string, now: Date): Promise<CachedDay> {
    for (;;) {
      const entry = this.#days.get(date) ?? this.#loadDay(date, now);
      if (entry.changed.size > 0) this.#reloadChanged(date, entry, now);
      // Changes from here on are for later requests.
      const day = await entry.day;
      if (day.validUntil === null || now < day.validUntil) return day;
      this.#drop(date, entry);
    }
  }

  #invalidateClass(classId: number | null): void {
    let isKnown = false;
    for (const [date, { classes, changed }] of this.#days) {
      if (classId !== null && classes?.has(classId) === true) {
        isKnown = true;
        changed.add(classId);
      } else if (classes === null) this.#days.delete(date);
    }
    if (!isKnown) this.#days.clear();
  }

  #loadDay(date: string, now: Date): Entry {
    const oldest = this.#days.keys().next();
    if (this.#days.size >= maxDays && !oldest.done) this.#days.delete(oldest.value);
    const day = this.#load(date, now).then(({ classes, reload }) =>
      toCachedDay(new Map(classes.map((one) => [one.answer.id, toCachedClass(one)])), reload),
    );
    const entry: Entry = { day, classes: null, changed: new Set() };
    this.#days.set(date, entry);
    day.then(
      ({ classes }) => {
        entry.classes = classes;
      },
      () => this.#drop(date, entry),
    );
    return entry;
  }

  /** Classes that change while it reads are left to the next request. */
  #reloadChanged(date: string, entry: Entry, now: Date): void {
    const { changed } = entry;
    entry.changed = new Set();
    entry.day = entry.day.then((day) => reloadClasses(day, changed, now));
    entry.day.catch(() => this.#drop(date, entry));
  }

  #drop(date: string, entry: Entry): void {
    if (this.#days.get(date) === entry) this.#days.delete(date);
  }
}
