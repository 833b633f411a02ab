import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Announces the latest price of a plan on one membership of it. */
export const announcePriceChangeJob = defineJob({
  name: 'announce-price-change',
  payload: z.object({ membershipId: z.number().int() }),
});
