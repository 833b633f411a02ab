import { millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import { toLondonDay } from '#domain/london-time.ts';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { findIncidents, type IncidentSources } from '../incidents/find-incidents.ts';
import { notifyStudio } from '../jobs/notify-studio/definition.ts';
import type { Sweep } from './sweep.ts';

/** Notifies the studio of each incident, once per London day. */
export const incidentsSweep = (sources: IncidentSources): Sweep => ({
  definition: defineJob({ name: 'sweep-incidents', payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs: 5 * millisecondsInMinute,
  async find(now) {
    const day = toLondonDay(now);
    const incidents = await findIncidents(sources);
    return incidents.map(({ kind, ref }) => job(notifyStudio, { kind, ref, day }, `${kind}/${ref}/${day}`));
  },
});
