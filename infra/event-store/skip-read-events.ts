interface Positioned {
  readonly position: { readonly commit: bigint };
}

/** Drops the events at or before the position. Events are in the order of the log, so these can only be the first ones. */
export function skipReadEvents<E extends Positioned>(
  events: readonly E[],
  position: bigint | null,
): readonly E[] {
  if (position === null) return events;
  const first = events.findIndex((event) => event.position.commit > position);
  if (first === 0) return events;
  return first === -1 ? [] : events.slice(first);
}
