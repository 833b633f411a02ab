import { defineJobHandler } from '#workers/core/job-handler.ts';
import { findIncidents } from '#workers/incidents/find-incidents.ts';
import { incidentEmail } from '#workers/incidents/incident-email.ts';
import { performOnce } from '#workers/perform-once.ts';
import { notifyStudio } from './definition.ts';

/** Sends nothing when the incident is over by now. */
export const notifyStudioHandler = defineJobHandler(notifyStudio, async (deps, { kind, ref, day }) => {
  const { pool, mail, sender, studioAddress } = deps;
  const incidents = await findIncidents(deps, deps.clock.now());
  const incident = incidents.find((one) => one.kind === kind && one.ref === ref);
  if (incident === undefined) return;
  const key = `incident/${kind}/${ref}/${day}`;
  await performOnce(pool, { key, kind: 'studio-incident', memberId: null }, (idempotencyKey) =>
    mail.sendEmail({
      to: studioAddress,
      kind: 'studio-incident',
      idempotencyKey,
      ...incidentEmail(sender, incident),
    }),
  );
});
