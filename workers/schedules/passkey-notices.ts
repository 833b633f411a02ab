import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { readUnreportedPasskeys } from '#infra/postgres/tables/passkeys.ts';
import { job } from '#infra/queue/define-job.ts';
import { sendPasskeyNotice } from '../jobs/send-passkey-notice/definition.ts';
import { defineSweepJob, keyOfHalfHour, type Sweep } from './sweep.ts';

/** Enqueues the notices of new passkeys again whose job was never made or failed for good. */
export const passkeyNoticesSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-passkey-notices'),
  everyMs: millisecondsInMinute,
  async find(now) {
    const left = await readUnreportedPasskeys(pool);
    return left.map((passkeyId) => job(sendPasskeyNotice, { passkeyId }, keyOfHalfHour(passkeyId, now)));
  },
});
