import { millisecondsInDay } from 'date-fns/constants';
import { job } from '#infra/queue/define-job.ts';
import {
  type StaffSecurityNotice,
  sendStaffSecurityNotice,
} from '../jobs/send-staff-security-notice/definition.ts';
import type { Reactor } from './reactor.ts';

type AnyEvent = Parameters<Reactor['react']>[0];

function findNotice({ type, data, metadata: { actor } }: AnyEvent): StaffSecurityNotice | null {
  switch (type) {
    case 'StaffPasswordChanged':
      return 'password-changed';
    case 'StaffSecondFactorAdded':
      return 'added';
    case 'StaffRecoveryCodeUsed':
      return 'recovery-code-used';
    case 'StaffSecondFactorRemoved':
      return actor.kind === 'staff' && actor.staffId === data.staffId ? 'removed' : 'removed-by-another';
    default:
      return null;
  }
}

/** Reports each change of a staff account's credentials to its owner, who may not have made it. */
export const staffSecurityReactor: Reactor = {
  name: 'staff-security',
  maxAgeMs: millisecondsInDay,
  react(event) {
    const notice = findNotice(event);
    if (notice === null || !('staffId' in event.data)) return [];
    const { staffId } = event.data;
    return [job(sendStaffSecurityNotice, { eventId: event.id, staffId, notice }, event.id)];
  },
};
