import { createHash } from 'node:crypto';
import { assertTakesEvidence, getDisputeStage } from '#domain/dispute/decide.ts';
import { disputeDecider } from '#domain/dispute/decider.ts';
import type { EvidenceFile, EvidenceText } from '#domain/dispute/evidence.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Actor, CommandContext } from '#infra/event-store/types.ts';
import type { DisputeFacts } from '#infra/payments/disputes.ts';
import { PaymentRefused, PaymentStateConflict } from '#infra/payments/errors.ts';
import { defineCommand } from '../define-command.ts';
import { type DisputeDeps, findPayer } from './dispute-deps.ts';
import { recordDispute } from './record-dispute.ts';

/** What is sent to the bank. */
export interface Evidence {
  readonly texts: Readonly<Partial<Record<EvidenceText, string>>>;
  /** Each a PDF. */
  readonly files: ReadonlyMap<EvidenceFile, Buffer>;
}

export interface AnswerDisputeDeps extends DisputeDeps {
  /** Compiles the evidence of a dispute that still takes some. */
  readonly compileEvidence: (dispute: DisputeFacts) => Promise<Evidence>;
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

/** The hash of exactly this evidence: of its fields in order of their names, each file by its own hash. */
function hashEvidence({ texts, files }: Evidence): string {
  const entries: [string, string][] = [
    ...Object.entries(texts),
    ...Array.from(files, ([field, data]): [string, string] => [field, hash(data)]),
  ];
  return hash(JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

const getSender = (actor: Actor): string =>
  actor.kind === 'staff' ? (actor.staffId ?? actor.role) : actor.kind;

async function send(
  { payments, compileEvidence }: AnswerDisputeDeps,
  dispute: DisputeFacts,
  requestKey: string,
  { actor }: CommandContext,
): Promise<void> {
  const { id } = dispute;
  const evidence = await compileEvidence(dispute);
  const note = { requestKey, sha256: hashEvidence(evidence), by: getSender(actor) };
  const fileIds: Partial<Record<EvidenceFile, string>> = {};
  for (const [field, data] of evidence.files) {
    const idempotencyKey = `dispute-file/${id}/${field}/${hash(data)}`;
    fileIds[field] = await payments.uploadEvidence({ name: `${field}.pdf`, data, idempotencyKey });
  }
  await payments.submitEvidence(id, {
    evidence: { ...evidence.texts, ...fileIds },
    note,
    idempotencyKey: `dispute-answer/${id}/${requestKey}`,
  });
}

/** Sends the evidence, unless a concurrent press with the same key has. */
async function sendOnce(
  deps: AnswerDisputeDeps,
  dispute: DisputeFacts,
  requestKey: string,
  context: CommandContext,
): Promise<void> {
  try {
    await send(deps, dispute, requestKey, context);
  } catch (error) {
    if (!(error instanceof PaymentRefused || error instanceof PaymentStateConflict)) throw error;
    const { answer, status, dueAt } = (await deps.payments.findDispute(dispute.id)) ?? dispute;
    if (answer?.requestKey === requestKey) return;
    assertTakesEvidence(getDisputeStage({ status, dueAt: dueAt?.toISOString() ?? null }, context.now));
    throw new Refusal('EVIDENCE_REFUSED');
  }
}

/**
 * Sends evidence to the bank and records it. Stripe takes it once, and stores the request key with it. So a
 * repetition, or the webhook of the change, finishes a command that was interrupted in between.
 * @throws Refusal DISPUTE_NOT_FOUND, DISPUTE_ANSWERED, DISPUTE_CLOSED, EVIDENCE_REFUSED; PaymentsUnavailable, and then
 * nothing is recorded
 */
export const answerDispute = defineCommand(
  'answer-dispute',
  async (
    deps: AnswerDisputeDeps,
    { disputeId, requestKey }: { disputeId: string; requestKey: string },
    context,
  ) => {
    const { state } = await deps.deciders.load(disputeDecider, disputeId);
    if (state.answer !== null) {
      if (state.answer.requestKey !== requestKey) throw new Refusal('DISPUTE_ANSWERED');
      return { answer: state.answer, position: null };
    }
    const dispute = await deps.payments.findDispute(disputeId);
    const memberId =
      dispute === null || dispute.paymentIntentId === null
        ? null
        : await findPayer(deps, dispute.paymentIntentId);
    if (dispute === null || memberId === null) throw new Refusal('DISPUTE_NOT_FOUND');
    if (dispute.answer === null) {
      const dueAt = dispute.dueAt?.toISOString() ?? null;
      assertTakesEvidence(getDisputeStage({ status: dispute.status, dueAt }, context.now));
      await sendOnce(deps, dispute, requestKey, context);
    }
    const { position } = await recordDispute(deps, { disputeId, memberId }, context);
    const { answer } = (await deps.deciders.load(disputeDecider, disputeId)).state;
    if (answer?.requestKey !== requestKey) throw new Refusal('DISPUTE_ANSWERED');
    return { answer, position };
  },
);
