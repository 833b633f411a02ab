import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type ApiErrorDetails, errorBody, invalidRequest } from './api-error.ts';
import { type ApiCall, type ApiReply, ok } from './api-route.ts';
import { type Decline, getCardBehaviour } from './cards.ts';
import { newCharge } from './charge-object.ts';
import { attachMethod } from './customer-cards.ts';
import { openDispute } from './dispute-transitions.ts';
import { toUnixSeconds } from './ids.ts';
import { pickBrowserFields } from './payment-intent-object.ts';

type Intent = Stripe.PaymentIntent;

/** Returns the fields of an intent that the caller may see. */
export function toVisibleFields(call: ApiCall, intent: object): object {
  return call.key === 'publishable' ? pickBrowserFields(intent) : intent;
}

/** @throws StripeApiError 400, always */
export function throwUnexpectedState(call: ApiCall, intent: Intent, verb: string): never {
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`;
  throw invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: toVisibleFields(call, intent),
  });
}

type AttemptError = Omit<ApiErrorDetails, 'payment_intent'>;

/** Records a failed attempt: the intent requires another payment method. */
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
  return { status: 402, body: errorBody({ ...error, payment_intent: toVisibleFields(call, failed) }) };
}

function createDeclineError(
  decline: Decline,
  charge: Stripe.Charge,
  method: Stripe.PaymentMethod,
): AttemptError {
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

/** Opens the dispute that the test card asks for, once the money is captured. */
async function openTestCardDispute(call: ApiCall, charge: Stripe.Charge): Promise<void> {
  const { testCard: number } = await call.store.readHidden(charge.payment_method ?? '');
  const { dispute } = getCardBehaviour(number);
  if (charge.captured && dispute !== null) await openDispute(call, charge, dispute);
}

/** Attaches the card that paid to the intent's customer, where the payer asked for it. Subscriptions (`off_session`) attach theirs. */
async function keepCard(
  call: ApiCall,
  { customer, setup_future_usage, payment_method }: Intent,
): Promise<void> {
  if (
    typeof customer !== 'string' ||
    setup_future_usage !== 'on_session' ||
    typeof payment_method !== 'string'
  )
    return;
  const method = await call.store.read('payment_method', payment_method);
  if (method !== null) await attachMethod(call, method, customer);
}

async function recordCharge(call: ApiCall, intent: Intent, charge: Stripe.Charge): Promise<ApiReply> {
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
  await keepCard(call, paid);
  await call.emit('charge.succeeded', charge);
  if (charge.captured) await call.emit('payment_intent.succeeded', paid);
  else await call.emit('payment_intent.amount_capturable_updated', paid);
  await openTestCardDispute(call, charge);
  return ok(toVisibleFields(call, paid));
}

/** Charges the card. A decline is a reply (402) that stores a failed charge, not an error that rolls it back. */
async function chargeCard(
  call: ApiCall,
  intent: Intent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Promise<ApiReply> {
  const { testCard: number } = await call.store.readHidden(method.id);
  const { decline } = getCardBehaviour(number);
  if (authenticated && intent.setup_future_usage === 'off_session')
    await call.store.addHidden(method.id, { setUp: true });
  const captured = intent.capture_method !== 'manual';
  const attemptedCharge = newCharge({ intent, method, decline, captured, authenticated, now: call.now });
  await call.store.insert('charge', attemptedCharge);
  if (decline === null) return recordCharge(call, { ...intent, payment_method: method.id }, attemptedCharge);
  await call.emit('charge.failed', attemptedCharge);
  return failAttempt(call, intent, createDeclineError(decline, attemptedCharge, method), attemptedCharge.id);
}

export interface Confirmation {
  method: Stripe.PaymentMethod;
  returnUrl: string | null;
  /** Stripe.js confirms, and shows the bank's challenge itself instead of redirecting the browser. */
  usesStripeJs: boolean;
  /** The payer is not present to pass a challenge. */
  offSession: boolean;
}

/** Tries to pay an intent that the caller has locked. */
export async function confirmIntent(
  call: ApiCall,
  intent: Intent,
  confirmation: Confirmation,
): Promise<ApiReply> {
  const { method, returnUrl, usesStripeJs, offSession } = confirmation;
  const { testCard: number, setUp = false } = await call.store.readHidden(method.id);
  const { requiresAuthentication, hasLastingApproval } = getCardBehaviour(number);
  if (!requiresAuthentication || (offSession && setUp && hasLastingApproval))
    return chargeCard(call, intent, method, false);
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
  const challenged: Intent = {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action:
      usesStripeJs || returnUrl === null
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
        : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
  };
  await call.store.update('payment_intent', challenged);
  await call.emit('payment_intent.requires_action', challenged);
  return ok(toVisibleFields(call, challenged));
}

/** Applies the payer's decision on the bank's page. @throws StripeApiError when the intent has no open challenge */
export async function completeChallenge(call: ApiCall, intent: Intent, passed: boolean): Promise<ApiReply> {
  if (intent.status !== 'requires_action' || typeof intent.payment_method !== 'string') {
    return throwUnexpectedState(call, intent, 'authenticate');
  }
  const method = await call.store.read('payment_method', intent.payment_method);
  if (method === null) throw new Error(`${intent.id} has a payment method that does not exist`);
  if (passed) return chargeCard(call, intent, method, true);
  return failAttempt(call, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  });
}

/** Captures authorised money; a smaller amount releases the rest. */
export async function captureIntent(call: ApiCall, intent: Intent, amount: number): Promise<ApiReply> {
  const authorised =
    typeof intent.latest_charge === 'string' ? await call.store.lock('charge', intent.latest_charge) : null;
  if (intent.status !== 'requires_capture' || authorised === null)
    return throwUnexpectedState(call, intent, 'capture');
  const captured: Stripe.Charge = {
    ...authorised,
    captured: true,
    amount_captured: amount,
    amount_refunded: authorised.amount - amount,
  };
  const paid: Intent = { ...intent, status: 'succeeded', amount_capturable: 0, amount_received: amount };
  await call.store.update('charge', captured);
  await call.store.update('payment_intent', paid);
  await call.emit('charge.captured', captured);
  await call.emit('payment_intent.succeeded', paid);
  await openTestCardDispute(call, captured);
  return ok(paid);
}

export async function cancelIntent(
  call: ApiCall,
  intent: Intent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Promise<ApiReply> {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status))
    return throwUnexpectedState(call, intent, 'cancel');
  const cancelled: Intent = {
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: toUnixSeconds(call.now),
    cancellation_reason: reason,
    next_action: null,
  };
  await call.store.update('payment_intent', cancelled);
  await call.emit('payment_intent.canceled', cancelled);
  return ok(cancelled);
}
