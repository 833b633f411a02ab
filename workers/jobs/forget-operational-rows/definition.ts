import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Deletes operational rows such as webhooks, invitations and campaigns after their retention period. */
export const forgetOperationalRows = defineJob({ name: 'forget-operational-rows', payload: z.object({}) });
