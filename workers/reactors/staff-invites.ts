import { job } from '#infra/queue/define-job.ts';
import { sendStaffInvite } from '../jobs/send-staff-invite/definition.ts';
import type { Reactor } from './reactor.ts';

const dayMs = 86_400_000;

/** Who was invited to the staff gets the link by email. */
export const staffInviteReactor: Reactor = {
  name: 'staff-invites',
  maxAgeMs: dayMs,
  react(event) {
    if (event.type !== 'StaffInvited' && event.type !== 'StaffInvitedAgain') return [];
    return [job(sendStaffInvite, { eventId: event.id, staffId: event.data.staffId }, event.id)];
  },
};
