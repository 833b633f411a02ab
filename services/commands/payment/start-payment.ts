import type { AcceptedTerms } from '#domain/accepted-terms.ts';
import { requirePassOnSale } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import { assertPassAsSeen, type SeenPass } from '#domain/pass/seen-pass.ts';
import { startPayment as decide, isOpenFor, type WantedPayment } from '#domain/payment/decide.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import type { PaymentOrder } from '#domain/payment/events.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { assertMayBuy } from '#domain/wallet/special-offer.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { CustomerNotFound } from '#infra/payments/errors.ts';
import type { PaymentStatus } from '#infra/payments/payment-facts.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { openCardCustomer } from '../cards/open-card-customer.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { readOfferDays } from './read-offer-days.ts';

export interface StartPaymentDeps extends CommandDeps {
  readonly payments: Pick<Payments, 'createPaymentIntent' | 'readPaymentIntent' | 'createCustomer'>;
}

/** The states of an intent in which its secret can still be used to pay. */
const payable = new Set<PaymentStatus>([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

/** The secret of a payment that the member began for the same order; null if it can no longer be paid. */
async function readOpenSecret(
  { deciders, payments }: StartPaymentDeps,
  paymentIntentId: string,
  wanted: WantedPayment,
): Promise<string | null> {
  const { state } = await deciders.load(paymentDecider, paymentIntentId);
  if (!isOpenFor(state, wanted)) return null;
  const { status, clientSecret } = await payments.readPaymentIntent(paymentIntentId);
  return payable.has(status) ? clientSecret : null;
}

interface WantedIntent extends Pick<WantedPayment, 'memberId' | 'order'> {
  readonly savesCard: boolean;
  readonly idempotencyKey: string;
}

/** Opens an intent for the member's customer at Stripe, or for a new one if Stripe does not know it any more. */
async function openIntent(
  deps: StartPaymentDeps,
  { memberId, order, savesCard, idempotencyKey: key }: WantedIntent,
  context: CommandContext,
) {
  const openFor = async (missing: string | null) => {
    const step = stepContext(context, missing === null ? 'customer' : 'another customer');
    const customerId = await openCardCustomer(deps, { memberId, missing }, step);
    const { amountPence, passId, passName: description } = order;
    const idempotencyKey = missing === null ? key : `${key}/${missing}`;
    const intent = { amountPence, memberId, passId, description, customerId, savesCard, idempotencyKey };
    try {
      return await deps.payments.createPaymentIntent(intent);
    } catch (error) {
      if (missing !== null || !(error instanceof CustomerNotFound)) throw error;
      return openFor(customerId);
    }
  };
  return openFor(null);
}

/** A repeated request opens the same payment, unless what it is for has changed: Stripe refuses another order under a known key. */
const toIdempotencyKey = (
  { commandId }: CommandContext,
  { memberId, order, booking, savesCard, requestKey }: Omit<PaymentRequest, 'openPaymentId'>,
): string =>
  requestKey === undefined
    ? commandId
    : [
        requestKey,
        memberId,
        order.passId,
        order.amountPence,
        booking?.bookingId ?? '',
        ...(savesCard ? ['saves card'] : []),
      ].join('/');

/** What a member wants to buy, as they saw it. */
interface PassRequest {
  readonly memberId: string;
  readonly passId: number;
  /** The price that the member saw. */
  readonly expectedPricePence?: number | undefined;
  /** What else the member saw of the pass. */
  readonly expected?: SeenPass | undefined;
}

/**
 * The order for a pass of the catalogue at its current price.
 * @throws Refusal PASS_NOT_FOUND, PASS_NOT_ON_SALE, ALREADY_USED, NOT_ELIGIBLE; CHANGED_SINCE when it has another
 * price, number of classes or validity than the member saw
 */
export async function readOrder(
  { deciders }: CommandDeps,
  { memberId, passId, expectedPricePence, expected }: PassRequest,
  now: Date,
): Promise<PaymentOrder> {
  const [catalogue, wallet] = await Promise.all([
    deciders.load(passDecider, String(passId)),
    deciders.load(walletDecider, memberId),
  ]);
  const pass = requirePassOnSale(catalogue.state);
  const days = pass.offer === 'special' ? await readOfferDays(deciders) : 0;
  assertMayBuy(wallet.state, { offer: pass.offer, days, now });
  const { name: passName, classes: passes, pricePence: amountPence, validity, offer } = pass;
  assertPassAsSeen({ pricePence: expectedPricePence, ...expected }, pass);
  return { passId, passName, passes, amountPence, validity, offer };
}

/** An order to pay. */
interface PaymentRequest extends WantedPayment {
  /** A payment that the member may have left open for the same order and booking. */
  readonly openPaymentId: string | null;
  /** The member agreed that the card is saved. An open payment does not know it, so another one is opened. */
  readonly savesCard?: boolean | undefined;
  /** The member asks for the service to begin within the 14 days in which they may cancel. */
  readonly startsAtOnce?: boolean | undefined;
  /** The text of the terms that the member accepts. */
  readonly terms?: AcceptedTerms | undefined;
  /** The same for each repetition of a request: Stripe answers with the same payment. */
  readonly requestKey?: string | undefined;
}

/**
 * Opens a payment at Stripe for an order, or returns the open one. If a crash prevents the append, the browser never gets
 * the secret, so it cannot be paid.
 * @throws PaymentsUnavailable
 */
export async function openPayment(
  deps: StartPaymentDeps,
  { openPaymentId, requestKey, savesCard = false, startsAtOnce, terms, ...wanted }: PaymentRequest,
  context: CommandContext,
) {
  const { memberId, order, booking } = wanted;
  const record = async (paymentIntentId: string) => {
    const { position } = await deps.deciders.handle(paymentDecider, paymentIntentId, context, (state) =>
      decide(state, { paymentIntentId, memberId, order, booking, startsAtOnce, terms, now: context.now }),
    );
    return position;
  };
  // Not for a once-only offer: paid in two places, the second payment is refunded, which the page states.
  if (openPaymentId !== null && order.offer === null && !savesCard) {
    const clientSecret = await readOpenSecret(deps, openPaymentId, wanted);
    if (clientSecret !== null) {
      const hasAgreed = startsAtOnce === true || terms !== undefined;
      const position = hasAgreed ? await record(openPaymentId) : null;
      return { paymentIntentId: openPaymentId, clientSecret, order, position };
    }
  }
  const idempotencyKey = toIdempotencyKey(context, { ...wanted, savesCard, requestKey });
  const { id: paymentIntentId, clientSecret } = await openIntent(
    deps,
    { memberId, order, savesCard, idempotencyKey },
    context,
  );
  return { paymentIntentId, clientSecret, order, position: await record(paymentIntentId) };
}

/**
 * Opens a payment for one pass of the catalogue at its current price, or returns the open one.
 * @throws Refusal as `readOrder`; PaymentsUnavailable
 */
export const startPayment = defineCommand(
  'start-payment',
  async (
    deps: StartPaymentDeps,
    {
      openPaymentId = null,
      startsAtOnce,
      terms,
      ...request
    }: PassRequest & Pick<PaymentRequest, 'startsAtOnce' | 'terms'> & { openPaymentId?: string | null },
    context: CommandContext,
  ) => {
    const order = await readOrder(deps, request, context.now);
    const { memberId } = request;
    return openPayment(deps, { memberId, order, openPaymentId, startsAtOnce, terms }, context);
  },
);
