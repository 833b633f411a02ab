import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getDisputeStage } from '#domain/dispute/decide.ts';
import { type DisputeRow, readDisputes } from '#projections/read-models/disputes/queries.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { compileEvidence, createPack } from '#services/api/dispute/compile-evidence.ts';
import { applyEdits } from '#services/api/dispute/evidence-fields.ts';
import { type OpenedDispute, openDispute } from '#services/api/dispute/open-dispute.ts';
import { formatAttachment } from '#services/api/format-attachment.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { answerDispute } from '#services/commands/dispute/answer-dispute.ts';
import { recordIdentityReading } from '#services/commands/member/record-identity-reading.ts';
import {
  type DisputeEntry,
  disputeId,
  disputesAnswer,
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

/** Opens a dispute for staff, which is recorded as a reading of the member's data. */
async function openForStaff(
  deps: ApiDependencies,
  request: FastifyRequest,
  id: string,
): Promise<OpenedDispute> {
  const context = createCommandContext(request, deps.clock);
  const opened = await openDispute(deps, id, context.now);
  const reading = { memberId: opened.dispute.memberId, what: 'dispute' as const };
  await recordIdentityReading(deps, reading, context);
  return opened;
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
      const { facts: _, ...opened } = await openForStaff(deps, request, request.params.id);
      reply.header('cache-control', 'no-store');
      return { success: true as const, ...opened, now: clock.now().toISOString() };
    },
  );

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
        const { facts, fields } = await openForStaff(deps, request, id);
        const { data } = await createPack(applyEdits(fields, edits), { dispute: facts, studioName });
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
