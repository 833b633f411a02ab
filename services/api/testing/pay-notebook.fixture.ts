import type { PayStudio } from './pay-studio.fixture.ts';

type Teacher = 'Kim' | 'Lou';
interface Line {
  readonly classId: number;
  readonly day: number;
  readonly to: Teacher;
  readonly pence: number;
}

/** What each class of a month pays, reckoned by hand, and which of its two instructors it pays. */
export class PayNotebook {
  readonly kim: number;
  readonly lou: number;
  readonly #studio: PayStudio;
  readonly #lines = new Map<string, Line>();

  private constructor(studio: PayStudio, kim: number, lou: number) {
    this.#studio = studio;
    this.kim = kim;
    this.lou = lou;
  }

  /** Starts the next month with two new instructors. */
  static async open(studio: PayStudio): Promise<PayNotebook> {
    await studio.startMonth();
    return new PayNotebook(studio, await studio.addInstructor('Kim'), await studio.addInstructor('Lou'));
  }

  get lines(): readonly Line[] {
    return [...this.#lines.values()];
  }

  /** Adds a class of Kim, or of Lou, and notes what it pays. `to` is another instructor who takes it over. */
  async teach(
    name: string,
    { by = 'Kim', ...taught }: { by?: Teacher; day: number; level?: string; heads: number },
    { to = by, pence }: { to?: Teacher; pence: number },
  ): Promise<{ classId: number; bookings: number[] }> {
    const made = await this.#studio.addClass({ instructorId: by === 'Kim' ? this.kim : this.lou, ...taught });
    this.#lines.set(name, { classId: made.classId, day: taught.day, to, pence });
    return made;
  }

  idOf(name: string): number {
    return this.#lines.get(name)?.classId ?? 0;
  }

  sumOf(teacher: Teacher): number {
    return this.lines.reduce((total, { to, pence }) => total + (to === teacher ? pence : 0), 0);
  }

  get total(): number {
    return this.sumOf('Kim') + this.sumOf('Lou');
  }
}
