import type { Pool } from 'pg';
import { findFirstNoticeDay } from '#domain/plan/decide.ts';
import { job } from '#infra/queue/define-job.ts';
import { readMembershipsToAnnounce } from '#projections/read-models/memberships/queries.ts';
import { announcePriceChangeJob } from '../jobs/announce-price-change/definition.ts';
import { defineSweepJob, keyOfHour, type Sweep } from './sweep.ts';

/** Announces a proposed price to each member whom it concerns, while there is time for the notice. Retried hourly. */
export const priceChangesSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-price-changes'),
  everyMs: 60_000,
  async find(now) {
    const due = await readMembershipsToAnnounce(pool, findFirstNoticeDay(now));
    return due.map(({ id, proposedAt }) =>
      job(announcePriceChangeJob, { membershipId: id }, keyOfHour(`${id}-${proposedAt.getTime()}`, now)),
    );
  },
});
