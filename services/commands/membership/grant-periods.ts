import type { Membership } from '#domain/membership/decider.ts';
import type { PaidPeriod } from '#domain/membership/events.ts';
import { grantLot, type LotGrant } from '#domain/wallet/decide-lots.ts';
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

/** Grants the lot of every paid period and upgrade that has none, oldest first. */
export const grantPeriods = defineCommand(
  'grant-periods',
  async (
    { deciders }: CommandDeps,
    { memberId, periods, upgrades }: Membership,
    context,
  ): Promise<GrantResult> => {
    const wallet = await deciders.load(walletDecider, memberId);
    const paymentIntentIds: string[] = [];
    let { position } = wallet;
    for (const period of periods) {
      if (wallet.state.lots.has(period.lotId)) continue;
      position = await grantPeriod(deciders, memberId, period, context);
      if (period.paymentIntentId !== null) paymentIntentIds.push(period.paymentIntentId);
    }
    for (const upgrade of upgrades) {
      if (wallet.state.lots.has(upgrade.lotId)) continue;
      position = await grantUpgrade(deciders, memberId, upgrade, context);
      if (upgrade.paymentIntentId !== null) paymentIntentIds.push(upgrade.paymentIntentId);
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

/** An upgrade adds to its period, whose lot stays. */
async function grantUpgrade(
  deciders: CommandDeps['deciders'],
  memberId: string,
  { lotId, passes, amountPence, expiresAt, paymentIntentId, plan }: PaidPeriod,
  context: CommandContext,
): Promise<bigint | null> {
  const lot: LotGrant = {
    ...{ memberId, lotId, passName: plan.name, passes, pricePence: amountPence, expiresAt, paymentIntentId },
    kind: 'membership',
    passId: null,
    offer: null,
    ...(plan.priority ? {} : { priority: false }),
  };
  const { position } = await deciders.handle(
    walletDecider,
    memberId,
    stepContext(context, lotId, 'grant'),
    (state) => grantLot(state, { ...lot, now: context.now }),
  );
  return position;
}
