import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { forgetSessions } from '../jobs/forget-sessions/definition.ts';
import { keyOfMinute, type Sweep } from './sweep.ts';

/** Sessions that ran out, by the machine's clock: no one signs out of most of them. */
export const endedSessionsSweep = (pool: Pool): Sweep => ({
  definition: defineJob({ name: 'sweep-sessions', payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs: millisecondsInHour,
  async find(now) {
    const { rowCount } = await pool.query('SELECT 1 FROM sessions WHERE expire < now() LIMIT 1');
    return rowCount === 0 ? [] : [job(forgetSessions, {}, keyOfMinute('all', now))];
  },
});
