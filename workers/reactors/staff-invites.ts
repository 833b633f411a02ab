import { millisecondsInDay } from 'date-fns/constants';
import { job } from '#infra/queue/define-job.ts';
import { sendStaffInvite } from '../jobs/send-staff-invite/definition.ts';
import type { Reactor } from './reactor.ts';

/** Emails the link of an invitation to the invited person; another role ends the earlier links, so it sends a new one. */
export const staffInviteReactor: Reactor = {
  name: 'staff-invites',
  maxAgeMs: millisecondsInDay,
  react(event) {
    if (
      event.type !== 'StaffInvited' &&
      event.type !== 'StaffInvitedAgain' &&
      event.type !== 'StaffRoleChanged'
    )
      return [];
    return [job(sendStaffInvite, { eventId: event.id, staffId: event.data.staffId }, event.id)];
  },
};
