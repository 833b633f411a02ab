import { registrationsToErase } from '#projections/read-models/registrations/queries.ts';
import { eraseRegistration } from '#services/commands/registration/erase-registration.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { eraseRegistrationJob } from './definition.ts';

export const eraseRegistrationHandler = defineJobHandler(
  eraseRegistrationJob,
  (deps) =>
    async ({ registrationId }, run) => {
      const due = await registrationsToErase(deps.pool, deps.clock.now());
      if (!due.includes(registrationId)) return;
      await eraseRegistration(
        deps,
        { registrationId, reason: 'retention', ofMember: null },
        jobContext(deps.clock, eraseRegistrationJob.name, run),
      );
    },
);
