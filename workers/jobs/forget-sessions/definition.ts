import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Deletes expired sessions. */
export const forgetSessions = defineJob({ name: 'forget-sessions', payload: z.object({}) });
