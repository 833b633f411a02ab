import type { ClassesAnswer } from '../contract/schedule.ts';

const daysKept = 60;

interface Loaded {
  readonly classes: ClassesAnswer['classes'];
  /** When time alone may change them, if ever. */
  readonly until: Date | null;
}

interface Kept {
  readonly text: string;
  readonly until: Date | null;
}

/**
 * The answer of `GET /api/classes` for each day, as text, kept until any read model of the schedule moves or time changes
 * what a waitlist keeps: the page that everyone looks at costs the database one query a change, not one a visitor.
 */
export class ClassesOfDay {
  readonly #load: (date: string, now: Date) => Promise<Loaded>;
  readonly #answers = new Map<string, Promise<Kept>>();

  constructor(load: (date: string, now: Date) => Promise<Loaded>) {
    this.#load = load;
  }

  /** `{"classes":[…],"now":"…"}` with the time of this answer. */
  async answer(date: string, now: Date): Promise<string> {
    for (;;) {
      const kept = this.#answers.get(date) ?? this.#renew(date, now);
      const { text, until } = await kept;
      if (until === null || now < until) return `{"classes":${text},"now":"${now.toISOString()}"}`;
      if (this.#answers.get(date) === kept) this.#answers.delete(date);
    }
  }

  forget(): void {
    this.#answers.clear();
  }

  #renew(date: string, now: Date): Promise<Kept> {
    const renewed = this.#load(date, now).then(({ classes, until }) => ({
      text: JSON.stringify(classes),
      until,
    }));
    this.#keep(date, renewed);
    return renewed;
  }

  #keep(date: string, classes: Promise<Kept>): void {
    const oldest = this.#answers.keys().next();
    if (this.#answers.size >= daysKept && !oldest.done) this.#answers.delete(oldest.value);
    this.#answers.set(date, classes);
    classes.catch(() => {
      if (this.#answers.get(date) === classes) this.#answers.delete(date);
    });
  }
}
