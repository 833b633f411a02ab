import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { hasExpiredSessions } from '#infra/postgres/tables/sessions.ts';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { forgetSessions } from '../jobs/forget-sessions/definition.ts';
import { keyOfMinute, type Sweep } from './sweep.ts';

/** Deletes expired sessions, by the system clock. */
export const endedSessionsSweep = (pool: Pool): Sweep => ({
  definition: defineJob({ name: 'sweep-sessions', payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs: millisecondsInHour,
  async find(now) {
    return (await hasExpiredSessions(pool)) ? [job(forgetSessions, {}, keyOfMinute('all', now))] : [];
  },
});
