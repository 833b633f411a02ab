import { settingDecider } from '#domain/setting/decider.ts';
import { parseSpecialOfferDays, SPECIAL_OFFER_DAYS } from '#domain/setting/special-offer.ts';
import type { CommandDeps } from '../define-command.ts';

/** Reads for how many days the special pass is offered. */
export async function readOfferDays(deciders: CommandDeps['deciders']): Promise<number> {
  const { state } = await deciders.load(settingDecider, SPECIAL_OFFER_DAYS);
  return parseSpecialOfferDays(state);
}
