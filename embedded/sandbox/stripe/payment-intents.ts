import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiReply, type ApiRoute, ok } from './api-route.ts';
import { expandFields } from './expand.ts';
import { createListReply } from './list-reply.ts';
import { newPaymentIntent } from './payment-intent-object.ts';
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  throwUnexpectedState,
  toVisibleFields,
} from './payment-intent-transitions.ts';
import { createPaymentMethod, PaymentMethodData, resolvePaymentMethod } from './payment-method-object.ts';
import { applyAttempt } from './payment-outcome.ts';
import { Expandable, Flag, Integer, Metadata, Pageable, readInput } from './read-input.ts';

const ConfirmFields = {
  payment_method: z.string().optional(),
  payment_method_data: PaymentMethodData.optional(),
  return_url: z.url().optional(),
  use_stripe_sdk: Flag.optional(),
  off_session: Flag.optional(),
  receipt_email: z.string().optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
};
const Create = z.strictObject({
  ...ConfirmFields,
  ...Expandable,
  amount: Integer,
  currency: z.string().regex(/^[a-z]{3}$/i),
  allowed_payment_method_types: z.array(z.string()).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: Flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).optional(),
  confirm: Flag.optional(),
  confirmation_method: z.enum(['automatic', 'manual']).optional(),
  customer: z.string().optional(),
  description: z.string().optional(),
  metadata: Metadata.optional(),
  statement_descriptor: z.string().optional(),
  statement_descriptor_suffix: z.string().optional(),
});
const Confirm = z.strictObject({ ...ConfirmFields, ...Expandable, client_secret: z.string().optional() });
const Read = z.strictObject({ ...Expandable, client_secret: z.string().optional() });
const List = z.strictObject({ ...Pageable, customer: z.string().optional() });
const Cancel = z.strictObject({
  ...Expandable,
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const Capture = z.strictObject({ ...Expandable, amount_to_capture: Integer.optional() });

const SMALLEST_PENCE = 30;
const LARGEST_PENCE = 99_999_999;

async function lockIntent(call: ApiCall): Promise<Stripe.PaymentIntent> {
  const intent = await call.store.lock('payment_intent', call.id);
  if (intent === null) throw noSuch('payment_intent', call.id, 'intent');
  return intent;
}

/** The client secret proves that the intent is the browser's own. @throws StripeApiError 404 without it */
function checkClientSecret(call: ApiCall, intent: Stripe.PaymentIntent, secret: string | undefined): void {
  if (secret === undefined && call.key === 'secret') return;
  if (secret !== intent.client_secret) throw noSuch('payment_intent', call.id, 'intent');
}

async function choosePaymentMethod(
  call: ApiCall,
  input: z.infer<typeof Confirm>,
  intent: Stripe.PaymentIntent,
) {
  if (input.payment_method_data !== undefined) return createPaymentMethod(call, input.payment_method_data);
  const id =
    input.payment_method ?? (typeof intent.payment_method === 'string' ? intent.payment_method : undefined);
  if (id !== undefined) {
    const method = await resolvePaymentMethod(call, id);
    if (method.customer === null || method.customer === intent.customer) return method;
    throw invalidRequest(
      'The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first, and the PaymentIntent must have that Customer.',
      { param: 'payment_method' },
    );
  }
  throw invalidRequest(
    'You cannot confirm this PaymentIntent because it is missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
    { code: 'payment_intent_unexpected_state', payment_intent: toVisibleFields(call, intent) },
  );
}

function requiresReturnUrl(call: ApiCall, intent: Stripe.PaymentIntent): boolean {
  const allowsRedirects = intent.automatic_payment_methods?.allow_redirects !== 'never';
  return call.key === 'secret' && allowsRedirects && intent.allowed_payment_method_types === null;
}

async function confirmWithInput(
  call: ApiCall,
  intent: Stripe.PaymentIntent,
  input: z.infer<typeof Confirm>,
): Promise<ApiReply> {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    return throwUnexpectedState(call, intent, 'confirm');
  }
  if (input.return_url === undefined && requiresReturnUrl(call, intent)) {
    throw invalidRequest(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don’t want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
      { payment_intent: toVisibleFields(call, intent) },
    );
  }
  const method = await choosePaymentMethod(call, input, intent);
  const setupFutureUsage = input.setup_future_usage ?? intent.setup_future_usage;
  const reply = await confirmIntent(
    call,
    { ...intent, setup_future_usage: setupFutureUsage },
    {
      method,
      returnUrl: input.return_url ?? null,
      usesStripeJs: input.use_stripe_sdk ?? false,
      offSession: input.off_session ?? false,
    },
  );
  await applyAttempt(call, intent.id);
  return reply;
}

async function expandReply(call: ApiCall, reply: ApiReply, fields: string[] | undefined): Promise<ApiReply> {
  return reply.status === 200 ? ok(await expandFields(call.store, reply.body, fields)) : reply;
}

function checkAmount(amount: number, currency: string): void {
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  if (amount < SMALLEST_PENCE) {
    throw invalidRequest(`Amount must be at least £0.30 ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > LARGEST_PENCE) {
    throw invalidRequest('Amount must be no more than £999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
}

async function create(call: ApiCall): Promise<ApiReply> {
  const { confirm: isConfirmed, ...input } = readInput(Create, call.input);
  checkAmount(input.amount, input.currency);
  if (input.currency.toLowerCase() !== 'gbp') {
    throw invalidRequest(`The sandbox's account takes pounds only, not ${input.currency}`, {
      param: 'currency',
    });
  }
  if (input.customer !== undefined && (await call.store.read('customer', input.customer)) === null) {
    throw noSuch('customer', input.customer, 'customer', 400);
  }
  const newIntent = newPaymentIntent({
    amount: input.amount,
    currency: 'gbp',
    customer: input.customer ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    receiptEmail: input.receipt_email ?? null,
    captureMethod: input.capture_method ?? 'automatic_async',
    confirmationMethod: input.confirmation_method ?? 'automatic',
    setupFutureUsage: input.setup_future_usage ?? null,
    allowedTypes: input.allowed_payment_method_types ?? null,
    allowRedirects: input.automatic_payment_methods?.allow_redirects ?? 'always',
    statementDescriptor: input.statement_descriptor ?? null,
    statementDescriptorSuffix: input.statement_descriptor_suffix ?? null,
    now: call.now,
  });
  const method =
    isConfirmed === true || input.payment_method === undefined
      ? null
      : await resolvePaymentMethod(call, input.payment_method);
  const intent: Stripe.PaymentIntent =
    method === null
      ? newIntent
      : { ...newIntent, payment_method: method.id, status: 'requires_confirmation' };
  await call.store.insert('payment_intent', intent);
  await call.emit('payment_intent.created', intent);
  const reply = isConfirmed === true ? await confirmWithInput(call, intent, input) : ok(intent);
  return expandReply(call, reply, input.expand);
}

export const paymentIntentRoutes: ApiRoute[] = [
  { method: 'POST', path: 'payment_intents', handle: create },
  {
    method: 'GET',
    path: 'payment_intents',
    handle: async (call) => {
      const { customer, ...page } = readInput(List, call.input);
      return createListReply(call, 'payment_intent', 'payment_intents', page, { customer });
    },
  },
  {
    method: 'GET',
    path: 'payment_intents/:id',
    publishable: true,
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const intent = await call.store.read('payment_intent', call.id);
      if (intent === null) throw noSuch('payment_intent', call.id, 'intent');
      checkClientSecret(call, intent, input.client_secret);
      return ok(toVisibleFields(call, await expandFields(call.store, intent, input.expand)));
    },
  },
  {
    method: 'POST',
    path: 'payment_intents/:id/confirm',
    publishable: true,
    handle: async (call) => {
      const input = readInput(Confirm, call.input);
      const intent = await lockIntent(call);
      checkClientSecret(call, intent, input.client_secret);
      return expandReply(call, await confirmWithInput(call, intent, input), input.expand);
    },
  },
  {
    method: 'POST',
    path: 'payment_intents/:id/capture',
    handle: async (call) => {
      const input = readInput(Capture, call.input);
      const intent = await lockIntent(call);
      const amount = input.amount_to_capture ?? intent.amount_capturable;
      if (intent.status === 'requires_capture' && (amount < 1 || amount > intent.amount_capturable)) {
        throw invalidRequest('The amount to capture must be between 1 and the amount that is held.', {
          code: 'amount_too_large',
          param: 'amount_to_capture',
        });
      }
      return expandReply(call, await captureIntent(call, intent, amount), input.expand);
    },
  },
  {
    method: 'POST',
    path: 'payment_intents/:id/cancel',
    handle: async (call) => {
      const input = readInput(Cancel, call.input);
      const intent = await lockIntent(call);
      return expandReply(
        call,
        await cancelIntent(call, intent, input.cancellation_reason ?? null),
        input.expand,
      );
    },
  },
];
