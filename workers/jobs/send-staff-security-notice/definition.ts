import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** What happened to the credentials of a staff account. */
const notice = z.enum(['password-changed', 'added', 'removed', 'removed-by-another', 'recovery-code-used']);
export type StaffSecurityNotice = z.infer<typeof notice>;

/** Reports a change of credentials to the account's address. `eventId` is that of the change. */
export const sendStaffSecurityNotice = defineJob({
  name: 'send-staff-security-notice',
  payload: z.object({ eventId: z.uuid(), staffId: z.uuid(), notice }),
});
