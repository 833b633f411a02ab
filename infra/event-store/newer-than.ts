interface Positioned {
  readonly position: { readonly commit: bigint };
}

/** Leaves out, at the front, what is not above the position; events come in the log's order, so nothing else can be. */
export function newerThan<E extends Positioned>(events: readonly E[], position: bigint | null): readonly E[] {
  if (position === null) return events;
  const first = events.findIndex((event) => event.position.commit > position);
  if (first === 0) return events;
  return first === -1 ? [] : events.slice(first);
}
