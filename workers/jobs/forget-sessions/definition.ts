import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Removes the sessions that are over. */
export const forgetSessions = defineJob({ name: 'forget-sessions', payload: z.object({}) });
