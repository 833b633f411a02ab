import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { receiveComplaint } from '#services/commands/complaint/receive-complaint.ts';
import { complaintBody } from '#services/contract/complaints.ts';
import { commandAnswer } from '#services/contract/errors.ts';

/** `POST /api/complaints`: anyone complains about how the studio uses their personal data. */
export function registerComplaintRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { idempotentIds, clock, catchUp } = deps;
  app.post(
    '/api/complaints',
    {
      config: limitPerMinute(10),
      schema: { tags: ['privacy'], body: complaintBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const { requestKey, ...complaint } = request.body;
      const { position } = await receiveComplaint(
        { ...deps, nextComplaintId: () => idempotentIds.complaintId.next(requestKey) },
        complaint,
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, ['complaints'])) };
    },
  );
}
