import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Deletes expired reset links and requests. */
export const forgetPasswordResets = defineJob({ name: 'forget-password-resets', payload: z.object({}) });
