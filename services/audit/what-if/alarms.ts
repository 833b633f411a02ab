/** When each class with a waiting list must be checked. Few are due at a time, so that the earliest is found by reading all. */
export class Alarms {
  readonly #times = new Map<number, number>();
  #earliest = Number.POSITIVE_INFINITY;

  set(classId: number, at: Date | null): void {
    if (at === null) {
      this.#times.delete(classId);
      return;
    }
    this.#times.set(classId, at.getTime());
    this.#earliest = Math.min(this.#earliest, at.getTime());
  }

  /** Takes the earliest alarm before an instant; undefined when there is none. */
  take(before: number): { at: Date; classId: number } | undefined {
    if (this.#earliest >= before) return undefined;
    let first: { classId: number; time: number } | undefined;
    let next = Number.POSITIVE_INFINITY;
    for (const [classId, time] of this.#times) {
      if (first === undefined || time < first.time) {
        next = first?.time ?? next;
        first = { classId, time };
      } else next = Math.min(next, time);
    }
    this.#earliest = first === undefined || first.time >= before ? (first?.time ?? next) : next;
    if (first === undefined || first.time >= before) return undefined;
    this.#times.delete(first.classId);
    return { at: new Date(first.time), classId: first.classId };
  }
}
