import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Reports a new passkey to its member, who may not have added it. */
export const sendPasskeyNotice = defineJob({
  name: 'send-passkey-notice',
  payload: z.object({ passkeyId: z.string() }),
});
