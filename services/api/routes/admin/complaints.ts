import { z } from 'zod';
import { readComplaints } from '#projections/read-models/complaints/queries.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { describeComplaint, getAnswererIds } from '#services/api/presenters/describe-complaint.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { answerComplaint } from '#services/commands/complaint/answer-complaint.ts';
import { complaintAnswerBody, complaintsAnswer } from '#services/contract/complaints.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

/** The log of complaints about data, and answering one. */
export function registerAdminComplaintRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireActiveStaff(), 'staff');

  app.get(
    '/api/admin/complaints',
    withSchema({ response: { 200: complaintsAnswer } }),
    async (_request, reply) => {
      const complaints = await readComplaints(deps);
      const names = await readStaffNames(pool, getAnswererIds(complaints));
      reply.header('cache-control', 'no-store');
      return {
        success: true as const,
        complaints: complaints.map((entry) => describeComplaint(entry, names)),
        now: clock.now().toISOString(),
      };
    },
  );

  app.post(
    '/api/admin/complaints/:id/answer',
    withSchema({
      params: z.object({ id: numericIdText }),
      body: complaintAnswerBody,
      response: { 200: commandAnswer },
    }),
    async (request) => {
      const { text, requestKey: answerId = request.id } = request.body;
      const answer = { complaintId: request.params.id, answerId, text };
      const { position } = await answerComplaint(deps, answer, createCommandContext(request, clock));
      return { success: true as const, ...(await catchUp(position, ['complaints'])) };
    },
  );
}
