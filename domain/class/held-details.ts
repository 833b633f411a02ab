interface Start {
  /** UTC ISO. */
  readonly startsAt: string;
}

/**
 * Which details of a class its pay follows after a change: those that stood when it began, so that another instructor noted
 * afterwards changes nothing, unless the class had not begun or is moved to a time that is still to come.
 */
export const chooseHeldDetails = <D extends Start>(held: D | null, changed: D, changedAt: string): D =>
  held === null || changedAt < held.startsAt || changed.startsAt > changedAt ? changed : held;
