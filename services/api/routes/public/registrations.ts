import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { receiveRegistration } from '#services/commands/registration/receive-registration.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { registrationBody } from '#services/contract/registrations.ts';

/** `POST /api/registrations`: a visitor asks for a notification when memberships open. */
export function registerRegistrationRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { idempotentIds, clock, catchUp } = deps;
  app.post(
    '/api/registrations',
    {
      config: limitPerMinute(10),
      schema: { tags: ['membership'], body: registrationBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const { message, requestKey, ...person } = request.body;
      const { position } = await receiveRegistration(
        { ...deps, nextRegistrationId: () => idempotentIds.registrationId.next(requestKey) },
        { ...person, message: message || null },
        createCommandContext(request, clock),
      );
      return { success: true as const, ...(await catchUp(position, ['registrations'])) };
    },
  );
}
