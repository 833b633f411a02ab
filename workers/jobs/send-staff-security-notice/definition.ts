import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** What happened to the two-step sign-in of a staff account. */
const notice = z.enum(['added', 'removed', 'removed-by-another', 'recovery-code-used']);
export type StaffSecurityNotice = z.infer<typeof notice>;

/** Reports a change of two-step sign-in to the account's address. `eventId` is that of the change. */
export const sendStaffSecurityNotice = defineJob({
  name: 'send-staff-security-notice',
  payload: z.object({ eventId: z.uuid(), staffId: z.uuid(), notice }),
});
