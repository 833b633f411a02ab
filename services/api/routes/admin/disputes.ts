import { z } from 'zod';
import { getDisputeStage } from '#domain/dispute/decide.ts';
import { disputeDecider } from '#domain/dispute/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { DisputeFacts } from '#infra/payments/disputes.ts';
import { type DisputeRow, readDisputes } from '#projections/read-models/disputes/queries.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { compileEvidence, createPack } from '#services/api/dispute/compile-evidence.ts';
import { applyEdits, listFilledFields, listSentFields } from '#services/api/dispute/evidence-fields.ts';
import { readEvidenceSources } from '#services/api/dispute/read-sources.ts';
import { formatAttachment } from '#services/api/format-attachment.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { answerDispute } from '#services/commands/dispute/answer-dispute.ts';
import { findPayer } from '#services/commands/dispute/dispute-deps.ts';
import {
  type DisputeEntry,
  disputeId,
  disputesAnswer,
  type EvidenceAnswer,
  type EvidenceBody,
  type EvidenceEntry,
  evidenceAnswer,
  evidenceBody,
  evidenceDraftBody,
  evidencePdf,
  evidenceSentAnswer,
} from '#services/contract/disputes.ts';
import { protectRoutes } from '../protect-routes.ts';

const params = z.object({ id: disputeId });

/** The texts of all fields are longer than any other request. */
const bodyLimit = 2 * 1024 * 1024;

const describeRow = (row: DisputeRow, now: Date): DisputeEntry => {
  const { disputeId: id, paymentIntentId, memberId, memberName, what, amountPence, reason, status } = row;
  const dueAt = row.dueAt?.toISOString() ?? null;
  return {
    ...{ id, paymentIntentId, memberId, memberName, what, amountPence, reason, dueAt },
    stage: getDisputeStage({ status, dueAt }, now),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
};

interface OpenedDispute extends Omit<EvidenceAnswer, 'success' | 'now'> {
  readonly facts: DisputeFacts;
}

/** Fields of a dispute: filled while it takes evidence, and what Stripe has after that, unless the member is forgotten. */
function listFields(
  facts: DisputeFacts,
  sources: Parameters<typeof listFilledFields>[0],
  stage: DisputeEntry['stage'],
): EvidenceEntry[] {
  if (stage === 'open') return listFilledFields(sources);
  return sources.member.name === null ? [] : listSentFields(facts);
}

/** Reads a dispute as Stripe has it now. @throws Refusal DISPUTE_NOT_FOUND; PaymentsUnavailable */
async function openDispute(deps: ApiDependencies, id: string, now: Date): Promise<OpenedDispute> {
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

/** The disputes, and the evidence that answers one. */
export function registerAdminDisputeRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, config } = deps;
  const withSchema = protectRoutes(authentication.requireActiveStaff(), 'staff');
  const listed = protectRoutes(authentication.requireStaff(), 'staff');
  const studioName = config.studio.name;

  app.get('/api/admin/disputes', listed({ response: { 200: disputesAnswer } }), async () => {
    const now = clock.now();
    const rows = await readDisputes(pool, now);
    const disputes = rows.map((row) => describeRow(row, now));
    return { success: true as const, disputes, now: now.toISOString() };
  });

  app.get(
    '/api/admin/disputes/:id/evidence',
    withSchema({ params, response: { 200: evidenceAnswer } }),
    async (request, reply) => {
      const now = clock.now();
      const { facts: _, ...opened } = await openDispute(deps, request.params.id, now);
      reply.header('cache-control', 'no-store');
      return { success: true as const, ...opened, now: now.toISOString() };
    },
  );

  async function writePack(id: string, edits: EvidenceBody['fields']): Promise<Buffer> {
    const { facts, fields } = await openDispute(deps, id, clock.now());
    return (await createPack(applyEdits(fields, edits), { dispute: facts, studioName })).data;
  }

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/api/admin/disputes/:id/evidence.pdf',
      bodyLimit,
      ...withSchema({
        params,
        ...(method === 'POST' ? { body: evidenceDraftBody } : {}),
        response: { 200: evidencePdf },
      }),
      handler: async (request, reply) => {
        const { id } = params.parse(request.params);
        const edits = method === 'POST' ? evidenceDraftBody.parse(request.body).fields : {};
        const data = await writePack(id, edits);
        return reply
          .type('application/pdf')
          .header('content-disposition', formatAttachment(`dispute-${id}.pdf`))
          .header('cache-control', 'private, no-store')
          .send(data);
      },
    });
  }

  app.post(
    '/api/admin/disputes/:id/evidence',
    { bodyLimit, ...withSchema({ params, body: evidenceBody, response: { 200: evidenceSentAnswer } }) },
    async (request) => {
      const { fields, requestKey } = request.body;
      const context = createCommandContext(request, clock);
      const { answer, position } = await answerDispute(
        {
          ...deps,
          compileEvidence: async (dispute) => {
            const opened = await openDispute(deps, dispute.id, context.now);
            return compileEvidence(applyEdits(opened.fields, fields), { dispute, studioName });
          },
        },
        { disputeId: request.params.id, requestKey },
        context,
      );
      const names = await readStaffNames(pool, [answer.by]);
      const { at, by, sha256 } = answer;
      return {
        success: true as const,
        answer: { at, by: names.get(by) ?? 'Admin', sha256 },
        ...(await catchUp(position, ['disputes'])),
      };
    },
  );
}
