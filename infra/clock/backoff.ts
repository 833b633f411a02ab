/** The delay before retry `attempt` (from 0): exponential from `firstMs` to `capMs`, with up to half of it random. */
export function backoff(attempt: number, firstMs: number, capMs: number): number {
  const fullMs = Math.min(capMs, firstMs * 2 ** Math.min(attempt, 30));
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}
