import { job } from '#infra/queue/define-job.ts';
import { advanceImport } from '../jobs/advance-import/definition.ts';
import { sendImportInvite } from '../jobs/send-import-invite/definition.ts';
import type { Reactor } from './reactor.ts';

/** Does what an import begins, however old the event is: what is done already stays. */
export const importReactor: Reactor = {
  name: 'imports',
  react({ type, data, id }) {
    switch (type) {
      case 'ImportBegun':
        return [job(advanceImport, { importId: data.importId, task: 'bring' }, id)];
      case 'ImportInvited':
        return [job(advanceImport, { importId: data.importId, task: 'invite' }, id)];
      case 'ImportUndoBegun':
        return [job(advanceImport, { importId: data.importId, task: 'undo' }, id)];
      case 'MemberInvited':
        return [job(sendImportInvite, { memberId: data.memberId, invitedAt: data.at }, data.memberId)];
      default:
        return [];
    }
  },
};
