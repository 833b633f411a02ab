/** Milliseconds to wait before try number `attempt` (from 0): doubling from `first` to `cap`, with up to half of it random. */
export function backoff(attempt: number, first: number, cap: number): number {
  const full = Math.min(cap, first * 2 ** Math.min(attempt, 30));
  return full / 2 + (Math.random() * full) / 2;
}
