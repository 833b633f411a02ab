import type pg from 'pg';
import type { Progress } from '../definition/progress.ts';
import { datesOfClasses } from '../read-models/schedule/queries.ts';

/** What a batch touched; `all` when that was too much to tell. */
export type BatchTopics = Progress['topics'];

/** What open pages should look at again. */
export type Change =
  /** Classes of these London days; null: of any day. */
  | { readonly kind: 'classes'; readonly dates: readonly string[] | null }
  | { readonly kind: 'member'; readonly memberId: string; readonly what: 'wallet' | 'bookings' | 'member' }
  | { readonly kind: 'instructors' }
  | { readonly kind: 'catalogue' }
  /** Notices may have been missed. */
  | { readonly kind: 'everything' };

const REMEMBERED = 10_000;

/** Turns a batch's topics into changes: seats are booked in a class, pages show days. */
export class ChangeResolver {
  readonly #pool: pg.Pool;
  readonly #dates = new Map<number, string>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async resolve(topics: BatchTopics): Promise<Change[]> {
    if (topics === 'all') {
      this.#dates.clear();
      return [{ kind: 'everything' }];
    }
    const changes: Change[] = [];
    const classIds: number[] = [];
    let anyDay = false;
    for (const topic of topics) {
      if (topic.kind !== 'classes') changes.push(topic);
      else if (topic.classId === null) anyDay = true;
      else classIds.push(topic.classId);
    }
    if (anyDay) {
      // A class may have gone to another day.
      this.#dates.clear();
      changes.push({ kind: 'classes', dates: null });
    } else if (classIds.length > 0) {
      changes.push({ kind: 'classes', dates: await this.#datesOf(classIds) });
    }
    return changes;
  }

  async #datesOf(classIds: readonly number[]): Promise<string[]> {
    const unknown = classIds.filter((id) => !this.#dates.has(id));
    if (unknown.length > 0) {
      if (this.#dates.size > REMEMBERED) this.#dates.clear();
      for (const { id, date } of await datesOfClasses(this.#pool, classIds)) this.#dates.set(id, date);
    }
    return [...new Set(classIds.flatMap((id) => this.#dates.get(id) ?? []))].sort();
  }
}
