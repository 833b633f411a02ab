import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Removes reset links and requests of which the time is long over. */
export const forgetPasswordResets = defineJob({ name: 'forget-password-resets', payload: z.object({}) });
