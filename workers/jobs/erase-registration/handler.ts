import { readRegistrationsToErase } from '#projections/read-models/registrations/queries.ts';
import { eraseRegistration } from '#services/commands/registration/erase-registration.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { eraseRegistrationJob } from './definition.ts';

export const eraseRegistrationHandler = defineJobHandler(
  eraseRegistrationJob,
  async (deps, { registrationId }, { commandContext }) => {
    const due = await readRegistrationsToErase(deps.pool, deps.clock.now());
    if (!due.includes(registrationId)) return;
    await eraseRegistration(deps, { registrationId, reason: 'retention', ofMember: null }, commandContext());
  },
);
