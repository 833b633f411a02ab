import type { UserPass } from '#services/contract/wallet.ts';

/** Finds the pass that pays for a class at `startsAt`: valid then, soonest expiry first. */
export const findPayingPass = (passes: readonly UserPass[], startsAt: string): UserPass | undefined =>
  passes
    .filter(
      ({ state, remaining, expiresAt }) =>
        state !== 'expired' && remaining > 0 && Date.parse(expiresAt) >= Date.parse(startsAt),
    )
    .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt))[0];
