import { millisecondsInMinute } from 'date-fns/constants';
import { toLondonDay } from '#domain/london-time.ts';
import { job } from '#infra/queue/define-job.ts';
import { findIncidents, type IncidentSources } from '../incidents/find-incidents.ts';
import { notifyStudio } from '../jobs/notify-studio/definition.ts';
import { defineSweepJob, type Sweep } from './sweep.ts';

/** Notifies the studio of each incident, once per London day. */
export const incidentsSweep = (sources: IncidentSources): Sweep => ({
  definition: defineSweepJob('sweep-incidents'),
  everyMs: 5 * millisecondsInMinute,
  async find(now) {
    const day = toLondonDay(now);
    const incidents = await findIncidents(sources, now);
    return incidents.map(({ kind, ref }) => job(notifyStudio, { kind, ref, day }, `${kind}/${ref}/${day}`));
  },
});
