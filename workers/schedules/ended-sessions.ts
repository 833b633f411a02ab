import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { hasExpiredSessions } from '#infra/postgres/tables/sessions.ts';
import { job } from '#infra/queue/define-job.ts';
import { forgetSessions } from '../jobs/forget-sessions/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Deletes expired sessions, by the system clock. */
export const endedSessionsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-sessions'),
  everyMs: millisecondsInHour,
  async find(now) {
    return (await hasExpiredSessions(pool)) ? [job(forgetSessions, {}, keyOfMinute('all', now))] : [];
  },
});
