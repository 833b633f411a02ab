import { countPassesPaidBack, getDemandCause } from '#domain/payment/after-sale.ts';
import { requirePayment } from '#domain/payment/decide.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import { takeBack } from '#domain/wallet/decide-take-back.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readRules } from '../rules/read-rules.ts';
import { stepContext } from '../step-context.ts';

/** A round is repeated when money moves meanwhile; more than a few indicate a fault. */
const MAX_ROUNDS = 10;

/**
 * Brings a payment's lot in line with its refunds and disputes. The payment is read again after each append, so that
 * of two concurrent calls the one with older facts does not win.
 */
export const takePassesBack = defineCommand(
  'take-passes-back',
  async ({ deciders }: CommandDeps, paymentIntentId: string, context): Promise<bigint | null> => {
    let position: bigint | null = null;
    let settledAt = -1;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { state } = await deciders.load(paymentDecider, paymentIntentId);
      const payment = requirePayment(state, null);
      const { memberId, grant, moneyMovements } = payment;
      if (moneyMovements === settledAt || moneyMovements === 0 || grant === null) return position;
      const demanded = countPassesPaidBack(payment, payment.order);
      const step = stepContext(context, paymentIntentId, 'take-back', moneyMovements);
      const rules = await readRules(deciders);
      const { position: takenAt } = await deciders.handle(walletDecider, memberId, step, (wallet) => {
        const cause = getDemandCause(payment, wallet.lots.get(grant.lotId)?.demandedBy);
        return takeBack(wallet, { memberId, lotId: grant.lotId, demanded, cause, now: context.now }, rules);
      });
      position = takenAt;
      settledAt = moneyMovements;
    }
    throw new Error(`The refund of ${paymentIntentId} changed ${MAX_ROUNDS} times while it was settled`);
  },
);
