import { defineJobHandler } from '#workers/core/job-handler.ts';
import { findIncidents } from '#workers/incidents/find-incidents.ts';
import { incidentEmail } from '#workers/incidents/incident-email.ts';
import { performOnce } from '#workers/perform-once.ts';
import { tellStudio } from './definition.ts';

/** Looks again first: what is over by now is not told. */
export const tellStudioHandler = defineJobHandler(tellStudio, (deps) => async ({ kind, ref, day }) => {
  const { pool, mail, sender, studioAddress } = deps;
  const incidents = await findIncidents(deps);
  const incident = incidents.find((one) => one.kind === kind && one.ref === ref);
  if (incident === undefined) return;
  await performOnce(pool, `incident/${kind}/${ref}/${day}`, 'studio-incident', (idempotencyKey) =>
    mail.sendEmail({
      to: studioAddress,
      kind: 'studio-incident',
      idempotencyKey,
      ...incidentEmail(sender, incident),
    }),
  );
});
