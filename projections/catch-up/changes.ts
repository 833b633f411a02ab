import type pg from 'pg';
import type { Progress } from '../definition/progress.ts';
import { readClassDates } from '../read-models/schedule/queries.ts';

/** The topics of a batch; `all` when there were too many to list. */
export type BatchTopics = Progress['topics'];

/** Data that open pages should read again. */
export type Change =
  /** Classes of these London days; null: of any day. */
  | { readonly kind: 'classes'; readonly dates: readonly string[] | null }
  | { readonly kind: 'member'; readonly memberId: string; readonly what: 'wallet' | 'bookings' | 'member' }
  | { readonly kind: 'instructors' }
  | { readonly kind: 'catalogue' }
  | { readonly kind: 'rules' }
  /** Notifications may have been missed. */
  | { readonly kind: 'everything' };

const MAX_CACHED_DATES = 10_000;

/** Turns a batch's topics into changes: a topic names a class, while pages show days. */
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
      // A class may have moved to another day.
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
      if (this.#dates.size > MAX_CACHED_DATES) this.#dates.clear();
      for (const { id, date } of await readClassDates(this.#pool, classIds)) this.#dates.set(id, date);
    }
    return [...new Set(classIds.flatMap((id) => this.#dates.get(id) ?? []))].sort();
  }
}
