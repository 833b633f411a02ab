/** The earliest of these instants, or null when there is none. */
export function earliest(instants: readonly (Date | null)[]): Date | null {
  const times = instants.flatMap((instant) => (instant === null ? [] : [instant.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
