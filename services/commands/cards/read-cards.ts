import { memberDecider } from '#domain/member/decider.ts';
import { CustomerNotFound } from '#infra/payments/errors.ts';
import type { SavedCard, SavedCards } from '#infra/payments/saved-cards.ts';
import type { CommandDeps } from '../define-command.ts';

export interface ReadCardsDeps extends Pick<CommandDeps, 'deciders'> {
  readonly payments: Pick<SavedCards, 'listCards'>;
}

/** All cards that Stripe keeps for a member, newest first; a card that was saved twice is listed twice. @throws PaymentsUnavailable */
export async function readCards(
  { deciders, payments }: ReadCardsDeps,
  memberId: string,
): Promise<SavedCard[]> {
  const { state } = await deciders.load(memberDecider, memberId);
  if (state.cardCustomerId === null) return [];
  try {
    return await payments.listCards(state.cardCustomerId);
  } catch (error) {
    if (error instanceof CustomerNotFound) return [];
    throw error;
  }
}
