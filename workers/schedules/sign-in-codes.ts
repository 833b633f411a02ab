import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { readOverdueCodeRequests } from '#infra/postgres/tables/sign-in-codes.ts';
import { job } from '#infra/queue/define-job.ts';
import { sendSignInCode } from '../jobs/send-sign-in-code/definition.ts';
import { defineSweepJob, keyOfHalfHour, type Sweep } from './sweep.ts';

/** Enqueues requests for codes again whose job was never made or failed for good. */
export const signInCodesSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-sign-in-codes'),
  everyMs: millisecondsInMinute,
  async find(now) {
    const left = await readOverdueCodeRequests(pool, new Date(now.getTime() - millisecondsInMinute));
    return left.map((requestId) => job(sendSignInCode, { requestId }, keyOfHalfHour(requestId, now)));
  },
});
