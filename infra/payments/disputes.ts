import { PaymentNotFound, translateErrors } from './errors.ts';
import type { Stripe } from './stripe-sdk.ts';
import { idOf, instantOrNull } from './subscription-facts.ts';

/** Stripe's evidence fields that are a text, or the id of an uploaded file. */
export type EvidenceFields = {
  readonly [Field in keyof Stripe.DisputeUpdateParams.Evidence as Stripe.DisputeUpdateParams.Evidence[Field] extends
    | string
    | undefined
    ? Field
    : never]?: string;
};

/** What an answer of ours noted at the dispute, with the evidence and in the same call. */
export interface AnswerNote {
  requestKey: string;
  /** Of the evidence, hexadecimal. */
  sha256: string;
  /** The staff id, or the role of a shared password. */
  by: string;
}

/** A dispute at Stripe. */
export interface DisputeFacts {
  id: string;
  paymentIntentId: string | null;
  amountPence: number;
  /** Stripe's code, such as `fraudulent`. */
  reason: string;
  /** Stripe's code, such as `needs_response`. */
  status: string;
  openedAt: Date;
  /** Until when it can be answered; null when the bank takes no answer. */
  dueAt: Date | null;
  /** Of the card, such as `visa`; null when Stripe does not report it. */
  network: string | null;
  /** null without an answer of ours. */
  answer: AnswerNote | null;
  /** The texts and file ids that Stripe has, by field. */
  evidence: Record<string, string>;
}

/** The product's calls to Stripe about disputes. They throw what the calls of `Payments` throw. */
export interface Disputes {
  /** Null when Stripe knows no such dispute. */
  findDispute(id: string): Promise<DisputeFacts | null>;
  /** A payment's disputes, the latest first. */
  listDisputes(paymentIntentId: string): Promise<DisputeFacts[]>;
  /** Uploads a PDF, and returns its id. The same key and content upload it once. */
  uploadEvidence(file: { name: string; data: Buffer; idempotencyKey: string }): Promise<string>;
  /** Sends evidence to the bank, which is possible once. @throws PaymentRefused */
  submitEvidence(
    id: string,
    answer: { evidence: EvidenceFields; note: AnswerNote; idempotencyKey: string },
  ): Promise<DisputeFacts>;
}

function answerNote({ answerKey, answerSha256, answeredBy }: Stripe.Metadata): AnswerNote | null {
  return answerKey === undefined || answerSha256 === undefined || answeredBy === undefined
    ? null
    : { requestKey: answerKey, sha256: answerSha256, by: answeredBy };
}

function evidenceTexts(evidence: Stripe.Dispute.Evidence): Record<string, string> {
  return Object.fromEntries(
    Object.entries(evidence).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );
}

function disputeFacts(dispute: Stripe.Dispute): DisputeFacts {
  const { id, amount, reason, status, metadata, evidence, evidence_details: details } = dispute;
  const card = dispute.payment_method_details?.card;
  return {
    id,
    paymentIntentId: idOf(dispute.payment_intent),
    amountPence: amount,
    reason,
    status,
    openedAt: new Date(dispute.created * 1000),
    // 0 when the bank takes no answer.
    dueAt: details.due_by === 0 ? null : instantOrNull(details.due_by),
    network: card?.brand ?? null,
    answer: details.submission_count > 0 ? answerNote(metadata) : null,
    evidence: evidenceTexts(evidence),
  };
}

export function createDisputes(stripe: Stripe): Disputes {
  return {
    findDispute: async (id) => {
      try {
        return disputeFacts(await translateErrors(() => stripe.disputes.retrieve(id)));
      } catch (error) {
        if (error instanceof PaymentNotFound) return null;
        throw error;
      }
    },

    listDisputes: (paymentIntentId) =>
      translateErrors(async () => {
        const disputes: DisputeFacts[] = [];
        for await (const dispute of stripe.disputes.list({ payment_intent: paymentIntentId }))
          disputes.push(disputeFacts(dispute));
        return disputes;
      }),

    uploadEvidence: ({ name, data, idempotencyKey }) =>
      translateErrors(async () => {
        const file = { name, data, type: 'application/pdf' };
        const { id } = await stripe.files.create({ purpose: 'dispute_evidence', file }, { idempotencyKey });
        return id;
      }),

    submitEvidence: (id, { evidence, note, idempotencyKey }) =>
      translateErrors(async () => {
        const { requestKey, sha256, by } = note;
        const metadata = { answerKey: requestKey, answerSha256: sha256, answeredBy: by };
        return disputeFacts(
          await stripe.disputes.update(id, { evidence, metadata, submit: true }, { idempotencyKey }),
        );
      }),
  };
}
