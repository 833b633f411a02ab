const catchUpTimeoutMs = 2_000;

/** Waits until the named read models include every event up to `position`; false after the timeout. */
type WaitForReadModels = (
  position: bigint,
  projections: readonly string[],
  options: { timeoutMs: number },
) => Promise<boolean>;

/** The part of a command's answer about the read models that its caller reads next: `pending` if they did not catch up in 2 s. */
export type CatchUp = (
  position: bigint | null,
  projections: readonly string[],
) => Promise<{ pending?: true }>;

export function createCatchUp(waitFor: WaitForReadModels): CatchUp {
  return async (position, projections) => {
    if (position === null) return {};
    return (await waitFor(position, projections, { timeoutMs: catchUpTimeoutMs })) ? {} : { pending: true };
  };
}
