import type { Touched } from '#projections/waiting/changes.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { CachedJson } from './cached-json.ts';

const daysKept = 60;

/** A class as it is shown. */
export interface TimetableClass {
  readonly shown: ScheduledClass;
  /** When time alone may change it, if ever. */
  readonly until: Date | null;
}

export interface LoadedDay {
  /** In the order of the timetable. */
  readonly classes: readonly TimetableClass[];
  /** One of them as it stands now, read anew; null once it no longer takes place. */
  readonly renew: (classId: number, now: Date) => Promise<TimetableClass | null>;
}

interface KeptClass {
  /** As JSON. */
  readonly text: string;
  readonly waitlistCount: number;
  readonly until: Date | null;
}

interface Kept {
  readonly classes: ReadonlyMap<number, KeptClass>;
  readonly renew: LoadedDay['renew'];
  /** The answer up to the time that each one says. */
  readonly start: CachedJson;
  /** How many wait for each class, in the order of the timetable. */
  readonly lines: ReadonlyMap<number, number>;
  readonly until: Date | null;
}

interface Entry {
  kept: Promise<Kept>;
  /** null while the whole day is being read: it may hold any class. */
  classes: Pick<ReadonlyMap<number, unknown>, 'has'> | null;
  /** Classes that something happened to since they were read. */
  changed: Set<number>;
}

const keptClass = ({ shown, until }: TimetableClass): KeptClass => ({
  text: JSON.stringify(shown),
  waitlistCount: shown.waitlistCount,
  until,
});

const earlier = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b < a) ? b : a;

function keptOf(classes: ReadonlyMap<number, KeptClass>, renew: LoadedDay['renew']): Kept {
  const all = [...classes.values()];
  return {
    classes,
    renew,
    start: new CachedJson(`{"classes":[${all.map(({ text }) => text).join(',')}],"now":"`),
    lines: new Map([...classes].map(([id, { waitlistCount }]) => [id, waitlistCount])),
    until: all.map(({ until }) => until).reduce(earlier, null),
  };
}

async function renewed(kept: Kept, changed: ReadonlySet<number>, now: Date): Promise<Kept> {
  const classes = new Map(kept.classes);
  await Promise.all(
    [...changed].map(async (classId) => {
      const renewedClass = await kept.renew(classId, now);
      if (renewedClass === null) classes.delete(classId);
      else classes.set(classId, keptClass(renewedClass));
    }),
  );
  return keptOf(classes, kept.renew);
}

/**
 * The classes of each day as `GET /api/classes` answers them, kept until a class of it changes or time changes what a waitlist keeps: the
 * page that everyone looks at costs the database one query a change, not one a visitor, and of a class that was booked only that
 * class is read again.
 */
export class TimetableCache {
  readonly #load: (date: string, now: Date) => Promise<LoadedDay>;
  readonly #days = new Map<string, Entry>();

  constructor(load: (date: string, now: Date) => Promise<LoadedDay>) {
    this.#load = load;
  }

  /** `{"classes":[…],"now":"…"}` with the time of this answer: what all get, and its end. */
  async answer(date: string, now: Date): Promise<{ readonly start: CachedJson; readonly ending: string }> {
    const { start } = await this.#of(date, now);
    return { start, ending: `${now.toISOString()}"}` };
  }

  /** How many wait for each class of a day, by the class's id; the same map until something changes. */
  async lines(date: string, now: Date): Promise<ReadonlyMap<number, number>> {
    const { lines } = await this.#of(date, now);
    return lines;
  }

  /** Forgets what something happened to. A class that is on none of the days may be new on any. */
  forget(touched: Touched): void {
    if (touched === 'all') {
      this.#days.clear();
      return;
    }
    for (const topic of touched) if (topic.kind === 'classes') this.#forgetClass(topic.classId);
  }

  async #of(date: string, now: Date): Promise<Kept> {
    for (;;) {
      const entry = this.#days.get(date) ?? this.#begin(date, now);
      if (entry.changed.size > 0) this.#renew(date, entry, now);
      // What happens from here on is for those who ask later.
      const kept = await entry.kept;
      if (kept.until === null || now < kept.until) return kept;
      if (this.#days.get(date) === entry) this.#days.delete(date);
    }
  }

  #forgetClass(classId: number | null): void {
    let isKnown = false;
    for (const [date, { classes, changed }] of this.#days) {
      if (classId !== null && classes?.has(classId) === true) {
        isKnown = true;
        changed.add(classId);
      } else if (classes === null) this.#days.delete(date);
    }
    if (!isKnown) this.#days.clear();
  }

  #begin(date: string, now: Date): Entry {
    const oldest = this.#days.keys().next();
    if (this.#days.size >= daysKept && !oldest.done) this.#days.delete(oldest.value);
    const kept = this.#load(date, now).then(({ classes, renew }) =>
      keptOf(new Map(classes.map((one) => [one.shown.id, keptClass(one)])), renew),
    );
    const entry: Entry = { kept, classes: null, changed: new Set() };
    this.#days.set(date, entry);
    kept.then(
      ({ classes }) => {
        entry.classes = classes;
      },
      () => this.#drop(date, entry),
    );
    return entry;
  }

  /** What changes while it goes on is for the next time. */
  #renew(date: string, entry: Entry, now: Date): void {
    const { changed } = entry;
    entry.changed = new Set();
    entry.kept = entry.kept.then((kept) => renewed(kept, changed, now));
    entry.kept.catch(() => this.#drop(date, entry));
  }

  #drop(date: string, entry: Entry): void {
    if (this.#days.get(date) === entry) this.#days.delete(date);
  }
}
