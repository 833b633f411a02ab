import type { Membership } from '#domain/membership/decider.ts';
import type { PaidPeriod } from '#domain/membership/events.ts';
import { startPeriod } from '#domain/wallet/decide-period.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { stepOf } from '../step-of.ts';
import type { CommandDeps, Written } from '../written.ts';

const PASS_NAME = 'Monthly Membership';

export interface GrantedPeriods extends Written {
  /** The payments of the periods that were granted now. */
  readonly paymentIntentIds: readonly string[];
}

/** Gives the member the lot of every period that was paid for and has none yet, the oldest first. */
export async function grantPeriods(
  { deciders }: CommandDeps,
  { memberId, periods }: Membership,
  context: CommandContext,
): Promise<GrantedPeriods> {
  const wallet = await deciders.load(walletDecider, memberId);
  const paymentIntentIds: string[] = [];
  let { position } = wallet;
  for (const period of periods) {
    if (wallet.state.lots.has(period.lotId)) continue;
    position = await grantPeriod(deciders, memberId, period, context);
    if (period.paymentIntentId !== null) paymentIntentIds.push(period.paymentIntentId);
  }
  return { paymentIntentIds, position };
}

async function grantPeriod(
  deciders: CommandDeps['deciders'],
  memberId: string,
  { lotId, passes, amountPence, expiresAt, paymentIntentId }: PaidPeriod,
  context: CommandContext,
): Promise<bigint | null> {
  const { position } = await deciders.handle(
    walletDecider,
    memberId,
    stepOf(context, lotId, 'grant'),
    (state) =>
      startPeriod(state, {
        memberId,
        lotId,
        passName: PASS_NAME,
        passes,
        pricePence: amountPence,
        expiresAt,
        paymentIntentId,
        now: context.now,
      }),
  );
  return position;
}
