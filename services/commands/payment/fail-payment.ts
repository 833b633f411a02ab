import { failPayment as decide } from '#domain/payment/decide.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Records a refused card; `reason` is Stripe's code. Another attempt may still succeed. */
export const failPayment = defineCommand(
  'fail-payment',
  async (
    { deciders }: CommandDeps,
    { paymentIntentId, reason }: { paymentIntentId: string; reason: string },
    context,
  ) => {
    const { position } = await deciders.handle(paymentDecider, paymentIntentId, context, (state) =>
      decide(state, { reason, now: context.now }),
    );
    return { position };
  },
);
