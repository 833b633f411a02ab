import type { z } from 'zod';
import type { NotificationChannel } from '#domain/member/notifications.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readMembersBookedBefore } from '#projections/read-models/bookings/queries.ts';
import { readClassById, readClassChange } from '#projections/read-models/schedule/queries.ts';
import { readWaitersToNotify } from '#projections/read-models/waitlist/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { notifyEach } from '#workers/notifications/notify-each.ts';
import type { classChange } from './definition.ts';
import { classChangedEmail, listClassDifferences } from './email.ts';
import { waitedClassChangedEmail } from './waiter-email.ts';

/** Compares the class before the change with the class now, so nothing is sent when it was changed back. */
export const notifyOfChangeBy =
  (channel: NotificationChannel) =>
  async (deps: JobDependencies, { eventId, at, ...change }: z.output<typeof classChange>): Promise<void> => {
    const { classId } = change;
    const [row, versions] = await Promise.all([
      readClassById(deps.pool, classId),
      readClassChange(deps.pool, change),
    ]);
    if (row === undefined || versions === undefined)
      throw new NotProjectedYet(`The change of the class ${classId}`);
    if (row.isCancelled || row.startsAt <= deps.clock.now()) return;
    if (listClassDifferences(versions).length === 0) return;
    const about = { choice: 'class-changed', tag: `class-changed-${classId}`, until: row.startsAt } as const;
    const kind = 'class-changed';
    const booked = await readMembersBookedBefore(deps.pool, change);
    const waitedKind = 'waitlist-class-changed';
    const waiting = at === undefined ? [] : await readWaitersToNotify(deps.pool, { ...change, at });
    await notifyEach(deps, channel, [
      ...booked.map((memberId) => ({
        notification: {
          ...about,
          ...{ memberId, kind, key: `${kind}/${eventId}/${memberId}`, url: '/my-classes' },
        },
        compose: ({ name }: { name: string }) => classChangedEmail(deps.sender, { ...versions, name }),
      })),
      ...waiting.map(({ memberId, offeredUntil }) => ({
        notification: {
          ...about,
          ...{ memberId, kind: waitedKind, key: `${waitedKind}/${eventId}/${memberId}` },
          url: `/waitlist/${classId}`,
        },
        compose: ({ name }: { name: string }) =>
          waitedClassChangedEmail(deps.sender, { ...versions, ...change, name, offeredUntil }),
      })),
    ]);
  };
