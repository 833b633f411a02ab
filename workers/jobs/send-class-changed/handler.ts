import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readMembersBookedBefore } from '#projections/read-models/bookings/queries.ts';
import { readClassById, readClassChange } from '#projections/read-models/schedule/queries.ts';
import { readWaitersToNotify } from '#projections/read-models/waitlist/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendClassChanged } from './definition.ts';
import { classChangedEmail, listClassDifferences } from './email.ts';
import { waitedClassChangedEmail } from './waiter-email.ts';

/** Compares the class before the change with the class now, so nothing is sent when it was changed back. */
export const sendClassChangedHandler = defineJobHandler(
  sendClassChanged,
  async (deps, { eventId, at, ...change }) => {
    const [row, versions] = await Promise.all([
      readClassById(deps.pool, change.classId),
      readClassChange(deps.pool, change),
    ]);
    if (row === undefined || versions === undefined)
      throw new NotProjectedYet(`The change of the class ${change.classId}`);
    if (row.isCancelled || row.startsAt <= deps.clock.now()) return;
    if (listClassDifferences(versions).length === 0) return;
    const kind = 'class-changed';
    for (const memberId of await readMembersBookedBefore(deps.pool, change)) {
      await sendToMember(deps, { memberId, kind, key: `${kind}/${eventId}/${memberId}` }, ({ name }) =>
        classChangedEmail(deps.sender, { ...versions, name }),
      );
    }
    if (at === undefined) return;
    const waitedKind = 'waitlist-class-changed';
    for (const { memberId, offeredUntil } of await readWaitersToNotify(deps.pool, { ...change, at })) {
      const key = `${waitedKind}/${eventId}/${memberId}`;
      await sendToMember(deps, { memberId, kind: waitedKind, key }, ({ name }) =>
        waitedClassChangedEmail(deps.sender, { ...versions, ...change, name, offeredUntil }),
      );
    }
  },
);
