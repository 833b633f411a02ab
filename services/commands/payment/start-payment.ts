import { requirePassOnSale } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import { startPayment as decide } from '#domain/payment/decide.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { assertMayBuy } from '#domain/wallet/special-offer.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readOfferDays } from './read-offer-days.ts';

export interface StartPaymentDeps extends CommandDeps {
  readonly payments: Pick<Payments, 'createPaymentIntent'>;
}

/**
 * Opens a payment at Stripe for one pass of the catalogue at its current price. If a crash prevents the append, the
 * browser never gets the secret, so nobody can pay it.
 * @throws Refusal PASS_NOT_FOUND, PASS_NOT_ON_SALE, ALREADY_USED, NOT_ELIGIBLE; PaymentsUnavailable
 */
export const startPayment = defineCommand(
  'start-payment',
  async (
    { deciders, payments }: StartPaymentDeps,
    { memberId, passId }: { memberId: string; passId: number },
    context: CommandContext,
  ) => {
    const [catalogue, wallet] = await Promise.all([
      deciders.load(passDecider, String(passId)),
      deciders.load(walletDecider, memberId),
    ]);
    const pass = requirePassOnSale(catalogue.state);
    const days = pass.offer === 'special' ? await readOfferDays(deciders) : 0;
    assertMayBuy(wallet.state, { offer: pass.offer, days, now: context.now });
    const { name: passName, classes: passes, pricePence: amountPence, validity, offer } = pass;
    const { id: paymentIntentId, clientSecret } = await payments.createPaymentIntent({
      amountPence,
      memberId,
      passId,
      description: passName,
      idempotencyKey: context.commandId,
    });
    const order = { passId, passName, passes, amountPence, validity, offer };
    const { position } = await deciders.handle(paymentDecider, paymentIntentId, context, (state) =>
      decide(state, { paymentIntentId, memberId, order, now: context.now }),
    );
    return { paymentIntentId, clientSecret, position };
  },
);
