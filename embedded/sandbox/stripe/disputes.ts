import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { noSuch } from './api-error.ts';
import { type ApiCall, type ApiRoute, ok } from './api-route.ts';
import { answerDispute, endDispute } from './dispute-transitions.ts';
import { expandFields } from './expand.ts';
import { createListReply } from './list-reply.ts';
import { Expandable, Flag, Metadata, Pageable, readInput } from './read-input.ts';

/** Text fields only; the sandbox stores no files. */
const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const;

const Read = z.strictObject(Expandable);
const List = z.strictObject({
  ...Pageable,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
});
const Update = z.strictObject({
  ...Expandable,
  evidence: z.partialRecord(z.enum(EVIDENCE), z.string()).optional(),
  metadata: Metadata.optional(),
  submit: Flag.optional(),
});

async function lockDispute(call: ApiCall): Promise<Stripe.Dispute> {
  const dispute = await call.store.lock('dispute', call.id);
  if (dispute === null) throw noSuch('dispute', call.id);
  return dispute;
}

/** Metadata alone may change at any time; anything else is an answer to the bank. */
async function update(call: ApiCall, input: z.infer<typeof Update>): Promise<Stripe.Dispute> {
  const before = await lockDispute(call);
  const dispute: Stripe.Dispute = {
    ...before,
    metadata: input.metadata === undefined ? before.metadata : { ...before.metadata, ...input.metadata },
  };
  if (input.evidence !== undefined || input.submit === true) {
    return answerDispute(call, dispute, input.evidence ?? {}, input.submit ?? true);
  }
  await call.store.update('dispute', dispute);
  await call.emit('charge.dispute.updated', dispute, { metadata: before.metadata });
  return dispute;
}

export const disputeRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: 'disputes',
    handle: async (call) => {
      const { charge, payment_intent, ...page } = readInput(List, call.input);
      return createListReply(call, 'dispute', 'disputes', page, { charge, payment_intent });
    },
  },
  {
    method: 'GET',
    path: 'disputes/:id',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const dispute = await call.store.read('dispute', call.id);
      if (dispute === null) throw noSuch('dispute', call.id);
      return ok(await expandFields(call.store, dispute, input.expand));
    },
  },
  {
    method: 'POST',
    path: 'disputes/:id',
    handle: async (call) => {
      const input = readInput(Update, call.input);
      return ok(await expandFields(call.store, await update(call, input), input.expand));
    },
  },
  {
    method: 'POST',
    path: 'disputes/:id/close',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const lost = await endDispute(call, await lockDispute(call), 'lost');
      return ok(await expandFields(call.store, lost, input.expand));
    },
  },
];
