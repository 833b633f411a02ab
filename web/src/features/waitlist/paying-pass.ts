import type { UserPass } from '../../../../services/contract/wallet.ts';

/** The pass that would pay for a class at `startsAt`: valid then, soonest expiry first; undefined when none is. */
export const payingPass = (passes: readonly UserPass[], startsAt: string): UserPass | undefined =>
  passes
    .filter(
      ({ state, remaining, expiresAt }) =>
        state !== 'expired' && remaining > 0 && Date.parse(expiresAt) >= Date.parse(startsAt),
    )
    .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt))[0];
