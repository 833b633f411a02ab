const patienceMs = 2_000;

/** Waits, for at most 2 s, until the named read models show all up to `position`; true when they do. */
export type WaitForReadModels = (
  position: bigint,
  projections: readonly string[],
  options: { timeoutMs: number },
) => Promise<boolean>;

/**
 * What a command's answer says of the read models its caller looks at next: nothing when they have caught up,
 * `pending: true` when they had not within 2 s.
 */
export type CatchUp = (
  position: bigint | null,
  projections: readonly string[],
) => Promise<{ pending?: true }>;

export function createCatchUp(waitFor: WaitForReadModels): CatchUp {
  return async (position, projections) => {
    if (position === null) return {};
    return (await waitFor(position, projections, { timeoutMs: patienceMs })) ? {} : { pending: true };
  };
}
