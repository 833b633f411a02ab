import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Processes one webhook of Brevo in the inbox. A failed one stays in the inbox, and the sweep enqueues it again. */
export const processBrevoWebhook = defineJob({
  name: 'process-brevo-webhook',
  payload: z.object({ eventKey: z.string() }),
});
