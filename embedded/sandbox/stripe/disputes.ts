import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiRoute, ok } from './api-route.ts';
import { answerDispute, endDispute } from './dispute-transitions.ts';
import { expandFields } from './expand.ts';
import { createListReply } from './list-reply.ts';
import { Expandable, Flag, Metadata, Pageable, readInput } from './read-input.ts';

/** Stripe's limits of characters: of its long texts, and of all texts together. */
const MAX_TEXT = 20_000;
const MAX_TEXTS = 150_000;
/** Of all files together. */
const MAX_FILES_BYTES = 4.5 * 1024 * 1024;

const LONG_TEXTS = [
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'duplicate_charge_explanation',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'uncategorized_text',
] as const;

const SHORT_TEXTS = [
  'billing_address',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_id',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
] as const;

/** Ids of uploaded files. */
const FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const;

type Evidence = Partial<Record<(typeof LONG_TEXTS | typeof SHORT_TEXTS | typeof FILES)[number], string>>;

const Read = z.strictObject(Expandable);
const List = z.strictObject({
  ...Pageable,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
});
const Update = z.strictObject({
  ...Expandable,
  evidence: z.partialRecord(z.enum([...LONG_TEXTS, ...SHORT_TEXTS, ...FILES]), z.string()).optional(),
  metadata: Metadata.optional(),
  submit: Flag.optional(),
});

async function lockDispute(call: ApiCall): Promise<Stripe.Dispute> {
  const dispute = await call.store.lock('dispute', call.id);
  if (dispute === null) throw noSuch('dispute', call.id);
  return dispute;
}

function checkTexts(evidence: Evidence): void {
  for (const field of LONG_TEXTS) {
    if ((evidence[field] ?? '').length <= MAX_TEXT) continue;
    const param = `evidence[${field}]`;
    throw invalidRequest(`Invalid ${param}: must be at most ${MAX_TEXT} characters`, { param });
  }
  const total = [...LONG_TEXTS, ...SHORT_TEXTS].reduce(
    (sum, field) => sum + (evidence[field] ?? '').length,
    0,
  );
  if (total > MAX_TEXTS) {
    throw invalidRequest(`The evidence has ${total} characters; at most ${MAX_TEXTS} are allowed.`, {
      param: 'evidence',
    });
  }
}

async function checkFiles({ store }: ApiCall, evidence: Evidence): Promise<void> {
  let bytes = 0;
  for (const field of FILES) {
    const id = evidence[field];
    if (id === undefined || id === '') continue;
    const file = await store.read('file', id);
    if (file === null) throw noSuch('file upload', id, `evidence[${field}]`, 400);
    bytes += file.size;
  }
  if (bytes > MAX_FILES_BYTES) {
    throw invalidRequest('The files of the evidence are too large: at most 4.5 MB together.', {
      param: 'evidence',
    });
  }
}

/** Metadata alone may change at any time; anything else is an answer to the bank. */
async function update(call: ApiCall, input: z.infer<typeof Update>): Promise<Stripe.Dispute> {
  const before = await lockDispute(call);
  const dispute: Stripe.Dispute = {
    ...before,
    metadata: input.metadata === undefined ? before.metadata : { ...before.metadata, ...input.metadata },
  };
  if (input.evidence !== undefined || input.submit === true) {
    checkTexts(input.evidence ?? {});
    await checkFiles(call, input.evidence ?? {});
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
