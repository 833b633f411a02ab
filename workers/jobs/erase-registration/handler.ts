import { handle } from '#infra/queue/define-job.ts';
import { registrationsToErase } from '#projections/read-models/registrations/queries.ts';
import { eraseRegistration } from '#services/commands/registration/erase-registration.ts';
import { jobContext } from '#workers/core/job-context.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { eraseRegistrationJob } from './definition.ts';

export const eraseRegistrationHandler = (deps: JobDependencies) =>
  handle(eraseRegistrationJob, async ({ registrationId }, run) => {
    const due = await registrationsToErase(deps.pool, deps.clock.now());
    if (!due.includes(registrationId)) return;
    await eraseRegistration(
      deps,
      { registrationId, reason: 'retention', ofMember: null },
      jobContext(deps.clock, eraseRegistrationJob.name, run),
    );
  });
