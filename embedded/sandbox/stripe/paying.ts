import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type ApiErrorDetails, errorBody, invalidRequest } from './api-error.ts';
import { type ApiCall, type ApiReply, ok } from './api-route.ts';
import { type Decline, testCard } from './cards.ts';
import { newCharge } from './charge-object.ts';
import { openDispute } from './disputing.ts';
import { unixSeconds } from './ids.ts';
import { asBrowsersSeeIt } from './payment-intent-object.ts';

type Intent = Stripe.PaymentIntent;

/** What of an intent the caller may see. */
export function visible(call: ApiCall, intent: object): object {
  return call.key === 'publishable' ? asBrowsersSeeIt(intent) : intent;
}

/** @throws StripeApiError 400, always */
export function unexpectedState(call: ApiCall, intent: Intent, verb: string): never {
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`;
  throw invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: visible(call, intent),
  });
}

type AttemptError = Omit<ApiErrorDetails, 'payment_intent'>;

/** A refused attempt: the intent waits for another payment method. */
async function failAttempt(
  call: ApiCall,
  intent: Intent,
  error: AttemptError,
  chargeId?: string,
): Promise<ApiReply> {
  const failed: Intent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: error,
    latest_charge: chargeId ?? intent.latest_charge,
  };
  await call.store.update('payment_intent', failed);
  await call.emit('payment_intent.payment_failed', failed);
  return { status: 402, body: errorBody({ ...error, payment_intent: visible(call, failed) }) };
}

function declineError(decline: Decline, charge: Stripe.Charge, method: Stripe.PaymentMethod): AttemptError {
  return {
    type: 'card_error',
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    charge: charge.id,
    payment_method: method,
    ...(decline.param === undefined ? {} : { param: decline.param }),
  };
}

/** What the cardholder does, as soon as the money was taken, when the card is one for testing that. */
async function disputeByCard(call: ApiCall, taken: Stripe.Charge): Promise<void> {
  const { testCard: number } = await call.store.readHidden(taken.payment_method ?? '');
  const { dispute } = testCard(number);
  if (taken.captured && dispute !== null) await openDispute(call, taken, dispute);
}

async function settle(call: ApiCall, intent: Intent, charge: Stripe.Charge): Promise<ApiReply> {
  const paid: Intent = {
    ...intent,
    status: charge.captured ? 'succeeded' : 'requires_capture',
    amount_received: charge.amount_captured,
    amount_capturable: charge.captured ? 0 : charge.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  };
  await call.store.update('payment_intent', paid);
  await call.emit('charge.succeeded', charge);
  if (charge.captured) await call.emit('payment_intent.succeeded', paid);
  else await call.emit('payment_intent.amount_capturable_updated', paid);
  await disputeByCard(call, charge);
  return ok(visible(call, paid));
}

/** Charges the card. A decline is an answer (402) that leaves a failed charge behind, not an error that undoes it. */
async function charge(
  call: ApiCall,
  intent: Intent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Promise<ApiReply> {
  const { testCard: number } = await call.store.readHidden(method.id);
  const { decline } = testCard(number);
  if (authenticated && intent.setup_future_usage === 'off_session')
    await call.store.addHidden(method.id, { setUp: true });
  const captured = intent.capture_method !== 'manual';
  const made = newCharge({ intent, method, decline, captured, authenticated, now: call.now });
  await call.store.insert('charge', made);
  if (decline === null) return settle(call, { ...intent, payment_method: method.id }, made);
  await call.emit('charge.failed', made);
  return failAttempt(call, intent, declineError(decline, made, method), made.id);
}

export interface Confirmation {
  method: Stripe.PaymentMethod;
  returnUrl: string | null;
  /** Stripe.js confirms and shows the bank's challenge itself, rather than sending the browser away. */
  inPage: boolean;
  /** Nobody is there to pass a challenge. */
  offSession: boolean;
}

/** Tries to pay an intent that the caller has locked. */
export async function confirm(call: ApiCall, intent: Intent, confirmation: Confirmation): Promise<ApiReply> {
  const { method, returnUrl, inPage, offSession } = confirmation;
  const { testCard: number, setUp = false } = await call.store.readHidden(method.id);
  const { authenticate: asks, approvalLasts } = testCard(number);
  if (!asks || (offSession && setUp && approvalLasts)) return charge(call, intent, method, false);
  if (offSession) {
    return failAttempt(call, intent, {
      type: 'card_error',
      code: 'authentication_required',
      decline_code: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
      payment_method: method,
    });
  }
  const url = call.pageUrl(`authenticate/${intent.id}?client_secret=${intent.client_secret ?? ''}`);
  const waiting: Intent = {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action:
      inPage || returnUrl === null
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
        : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
  };
  await call.store.update('payment_intent', waiting);
  await call.emit('payment_intent.requires_action', waiting);
  return ok(visible(call, waiting));
}

/** What the payer did on the bank's page. @throws StripeApiError when the intent is not waiting for that */
export async function authenticate(call: ApiCall, intent: Intent, passed: boolean): Promise<ApiReply> {
  if (intent.status !== 'requires_action' || typeof intent.payment_method !== 'string') {
    return unexpectedState(call, intent, 'authenticate');
  }
  const method = await call.store.read('payment_method', intent.payment_method);
  if (method === null) throw new Error(`${intent.id} waits for a payment method that is gone`);
  if (passed) return charge(call, intent, method, true);
  return failAttempt(call, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  });
}

/** Takes the money that was set aside; less than all of it gives the rest back. */
export async function capture(call: ApiCall, intent: Intent, amount: number): Promise<ApiReply> {
  const held =
    typeof intent.latest_charge === 'string' ? await call.store.lock('charge', intent.latest_charge) : null;
  if (intent.status !== 'requires_capture' || held === null) return unexpectedState(call, intent, 'capture');
  const taken: Stripe.Charge = {
    ...held,
    captured: true,
    amount_captured: amount,
    amount_refunded: held.amount - amount,
  };
  const paid: Intent = { ...intent, status: 'succeeded', amount_capturable: 0, amount_received: amount };
  await call.store.update('charge', taken);
  await call.store.update('payment_intent', paid);
  await call.emit('charge.captured', taken);
  await call.emit('payment_intent.succeeded', paid);
  await disputeByCard(call, taken);
  return ok(paid);
}

export async function cancel(
  call: ApiCall,
  intent: Intent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Promise<ApiReply> {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status))
    return unexpectedState(call, intent, 'cancel');
  const cancelled: Intent = {
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: unixSeconds(call.now),
    cancellation_reason: reason,
    next_action: null,
  };
  await call.store.update('payment_intent', cancelled);
  await call.emit('payment_intent.canceled', cancelled);
  return ok(cancelled);
}
