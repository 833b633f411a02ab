import { walletDecider } from '#domain/wallet/decider.ts';
import { countOfferDaysLeft, findSpecialOfferEnd } from '#domain/wallet/special-offer.ts';
import type { CommandDeps } from '../define-command.ts';
import { readOfferDays } from './read-offer-days.ts';

export interface SpecialOffer {
  readonly eligible: boolean;
  /** Whole London days; 0 on the last day, and when not eligible. */
  readonly daysLeft: number;
  readonly endsAt: Date | null;
}

/** Reads whether a payment for the special pass can be started now, from the streams that decide it. */
export async function readSpecialOffer(
  { deciders }: CommandDeps,
  { memberId, now }: { memberId: string; now: Date },
): Promise<SpecialOffer> {
  const [wallet, days] = await Promise.all([deciders.load(walletDecider, memberId), readOfferDays(deciders)]);
  const endsAt = findSpecialOfferEnd(wallet.state, { days, now });
  return {
    eligible: endsAt !== null,
    daysLeft: endsAt === null ? 0 : countOfferDaysLeft(endsAt, now),
    endsAt,
  };
}
