import { failPayment as decide } from '#domain/payment/decide.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Notes that a card was refused; `reason` is Stripe's code. Another try may still succeed. */
export async function failPayment(
  { deciders }: CommandDeps,
  { paymentIntentId, reason }: { paymentIntentId: string; reason: string },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(paymentDecider, paymentIntentId, context, (state) =>
    decide(state, { reason, now: context.now }),
  );
  return { position };
}
