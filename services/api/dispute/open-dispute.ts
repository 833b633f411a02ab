import { getDisputeStage } from '#domain/dispute/decide.ts';
import { disputeDecider } from '#domain/dispute/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { DisputeFacts } from '#infra/payments/disputes.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { findPayer } from '#services/commands/dispute/dispute-deps.ts';
import type { DisputeEntry, EvidenceAnswer, EvidenceEntry } from '#services/contract/disputes.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { listFilledFields, listSentFields } from './evidence-fields.ts';
import type { EvidenceSources } from './evidence-sources.ts';
import { readEvidenceSources } from './read-sources.ts';

/** A dispute with its evidence, and as Stripe has it. */
export interface OpenedDispute extends Omit<EvidenceAnswer, 'success' | 'now'> {
  readonly facts: DisputeFacts;
}

/** Fields of a dispute: filled while it takes evidence, and what Stripe has after that, unless the member is forgotten. */
function listFields(
  facts: DisputeFacts,
  sources: EvidenceSources,
  stage: DisputeEntry['stage'],
): EvidenceEntry[] {
  if (stage === 'open') return listFilledFields(sources);
  return sources.member.name === null ? [] : listSentFields(facts);
}

/** Reads a dispute as Stripe has it now, with its evidence. @throws Refusal DISPUTE_NOT_FOUND; PaymentsUnavailable */
export async function openDispute(deps: ApiDependencies, id: string, now: Date): Promise<OpenedDispute> {
  const facts = await deps.payments.findDispute(id);
  const paymentIntentId = facts?.paymentIntentId ?? null;
  const memberId = paymentIntentId === null ? null : await findPayer(deps, paymentIntentId);
  const sources =
    facts === null || paymentIntentId === null || memberId === null
      ? null
      : await readEvidenceSources(deps, { ...facts, paymentIntentId }, memberId);
  if (facts === null || sources === null) throw new Refusal('DISPUTE_NOT_FOUND');
  const { answer } = (await deps.deciders.load(disputeDecider, id)).state;
  const names = await readStaffNames(deps.pool, answer === null ? [] : [answer.by]);
  const { amountPence, reason, status } = facts;
  const dueAt = facts.dueAt?.toISOString() ?? null;
  const stage = getDisputeStage({ status, dueAt }, now);
  return {
    facts,
    dispute: {
      ...{ id, amountPence, reason, stage, dueAt },
      paymentIntentId: sources.sale.paymentIntentId,
      memberId: sources.member.id,
      memberName: sources.member.name,
      what: sources.sale.what,
      answeredAt: answer?.at ?? null,
    },
    isErased: sources.member.name === null,
    answer: answer && { at: answer.at, by: names.get(answer.by) ?? 'Admin', sha256: answer.sha256 },
    fields: listFields(facts, sources, stage),
  };
}
