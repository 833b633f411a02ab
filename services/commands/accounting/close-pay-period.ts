import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { closePayPeriod as decide, type PayClosing, sumPay } from '#domain/pay/decide.ts';
import { payDecider, payId } from '#domain/pay/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** `expected` is the sum that the caller saw. @throws Refusal PAY_PERIOD_NOT_OVER, PAY_PERIOD_CLOSED, CHANGED_SINCE, CONFLICT */
export const closePayPeriod = defineCommand(
  'close-pay-period',
  async (
    { deciders }: CommandDeps,
    { expected, ...closing }: Omit<PayClosing, 'now'> & { expected?: Facts | undefined },
    context,
  ) => {
    const totalPence = sumPay(closing.classes) + sumPay(closing.adjustments);
    const { position } = await deciders.handle(payDecider, payId, context, (state) =>
      guardEvents(decide(state, { ...closing, now: context.now }), expected, () => ({ totalPence })),
    );
    return { position };
  },
);
