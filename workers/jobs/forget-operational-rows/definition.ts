import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Removes webhooks, invitations, campaigns and the like that nobody needs any more. */
export const forgetOperationalRows = defineJob({ name: 'forget-operational-rows', payload: z.object({}) });
