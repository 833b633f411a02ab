import type { Membership } from '#domain/membership/decider.ts';
import type { PaidPeriod } from '#domain/membership/events.ts';
import { startPeriod } from '#domain/wallet/decide-period.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { AppendResult } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';

export interface GrantResult extends AppendResult {
  /** The payments of the newly granted periods. */
  readonly paymentIntentIds: readonly string[];
}

/** Grants the lot of every paid period that has none, oldest first. */
export const grantPeriods = defineCommand(
  'grant-periods',
  async ({ deciders }: CommandDeps, { memberId, periods }: Membership, context): Promise<GrantResult> => {
    const wallet = await deciders.load(walletDecider, memberId);
    const paymentIntentIds: string[] = [];
    let { position } = wallet;
    for (const period of periods) {
      if (wallet.state.lots.has(period.lotId)) continue;
      position = await grantPeriod(deciders, memberId, period, context);
      if (period.paymentIntentId !== null) paymentIntentIds.push(period.paymentIntentId);
    }
    return { paymentIntentIds, position };
  },
);

async function grantPeriod(
  deciders: CommandDeps['deciders'],
  memberId: string,
  { lotId, passes, amountPence, expiresAt, paymentIntentId, plan }: PaidPeriod,
  context: CommandContext,
): Promise<bigint | null> {
  const { position } = await deciders.handle(
    walletDecider,
    memberId,
    stepContext(context, lotId, 'grant'),
    (state) =>
      startPeriod(state, {
        memberId,
        lotId,
        passName: plan.name,
        passes,
        pricePence: amountPence,
        expiresAt,
        paymentIntentId,
        hasPriority: plan.priority,
        now: context.now,
      }),
  );
  return position;
}
