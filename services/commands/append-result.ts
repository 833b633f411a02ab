/** The base of the results of commands that append. */
export interface AppendResult {
  /** What read models must reach to show the change; null when nothing was appended. */
  readonly position: bigint | null;
}

/** Picks the later of two positions in the log. */
export function pickLaterPosition(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
