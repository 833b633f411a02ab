interface Start {
  /** UTC ISO. */
  readonly startsAt: string;
}

/**
 * Which details of a class its pay follows after a change. Once the class has begun they no longer change, so another
 * instructor noted afterwards is not paid. They change again when the class is moved to a time that is still to come.
 */
export const chooseHeldDetails = <D extends Start>(held: D | null, changed: D, changedAt: string): D =>
  held === null || changedAt < held.startsAt || changed.startsAt > changedAt ? changed : held;
