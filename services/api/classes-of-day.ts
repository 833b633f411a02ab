import type { ClassesAnswer } from '../contract/schedule.ts';

const daysKept = 60;

/**
 * The answer of `GET /api/classes` for each day, as text, kept until any read model of the schedule moves: the page that
 * everyone looks at costs the database one query a change, not one a visitor.
 */
export class ClassesOfDay {
  readonly #load: (date: string) => Promise<ClassesAnswer['classes']>;
  readonly #answers = new Map<string, Promise<string>>();

  constructor(load: (date: string) => Promise<ClassesAnswer['classes']>) {
    this.#load = load;
  }

  /** `{"classes":[…],"now":"…"}` with the time of this answer. */
  async answer(date: string, now: Date): Promise<string> {
    let classes = this.#answers.get(date);
    if (classes === undefined) {
      classes = this.#load(date).then((loaded) => JSON.stringify(loaded));
      this.#keep(date, classes);
    }
    return `{"classes":${await classes},"now":"${now.toISOString()}"}`;
  }

  forget(): void {
    this.#answers.clear();
  }

  #keep(date: string, classes: Promise<string>): void {
    const oldest = this.#answers.keys().next();
    if (this.#answers.size >= daysKept && !oldest.done) this.#answers.delete(oldest.value);
    this.#answers.set(date, classes);
    classes.catch(() => {
      if (this.#answers.get(date) === classes) this.#answers.delete(date);
    });
  }
}
