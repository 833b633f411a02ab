import type { z } from 'zod';
import { classDecider } from '#domain/class/decider.ts';
import { getNextWakingTime } from '#domain/class/waitlist-phase.ts';
import type { NotificationChannel } from '#domain/member/notifications.ts';
import { recordEffect } from '#infra/postgres/tables/performed-effects.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readMovedFromBooking } from '#projections/read-models/booking-progress/queries.ts';
import { readBookingById } from '#projections/read-models/bookings/queries.ts';
import { formatClassReminderKey } from '#projections/read-models/bookings/reminder-queries.ts';
import { readShownRules } from '#projections/read-models/rules/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { notifyMember } from '#workers/notifications/notify-member.ts';
import type { classReminder } from './definition.ts';
import { classReminderEmail, getBookingPath } from './email.ts';

/** The first booking of the same class: undoing a cancellation makes a new booking, which needs no reminder of its own. */
async function findFirstBooking(
  pool: JobDependencies['pool'],
  { bookingId, classId }: { bookingId: number; classId: number },
): Promise<number> {
  const before = await readMovedFromBooking(pool, bookingId);
  return before === undefined || before.classId !== classId ? bookingId : findFirstBooking(pool, before);
}

/**
 * Reminds by one channel, once for each start of the class, and records that the channel is done. Does nothing when
 * the class's stream shows that the seat or the class is cancelled or moved meanwhile. In quiet hours it does nothing
 * either, and the sweep repeats it afterwards.
 */
export const remindBy =
  (channel: NotificationChannel) =>
  async (
    deps: JobDependencies,
    { bookingId, startsAt: expectedStart }: z.output<typeof classReminder>,
  ): Promise<void> => {
    const { pool, deciders, clock, sender } = deps;
    const booking = await readBookingById(pool, bookingId);
    if (!booking) throw new NotProjectedYet(`The booking ${bookingId}`);
    const { classId, userId: memberId, startsAt } = booking;
    const now = clock.now();
    const { state } = await deciders.load(classDecider, String(classId));
    const isHeld = state.seats.get(bookingId)?.released === null && !state.isCancelled;
    const isSameStart = state.details?.startsAt === expectedStart && startsAt.toISOString() === expectedStart;
    if (!isHeld || !isSameStart || startsAt <= now) return;
    const rules = await readShownRules(pool);
    if (getNextWakingTime(now, rules) > now) return;
    const first = await findFirstBooking(pool, { bookingId, classId });
    const kind = 'class-reminder';
    await notifyMember(
      deps,
      channel,
      {
        memberId,
        choice: kind,
        kind,
        key: formatClassReminderKey({ bookingId: first, startsAt }),
        url: getBookingPath(bookingId),
        tag: `${kind}-${classId}`,
        until: startsAt,
      },
      ({ name }) =>
        classReminderEmail(
          sender,
          { ...booking, name, level: booking.className, isRefilled: rules.refillsLateCancellations },
          now,
        ),
    );
    const done = `${formatClassReminderKey({ bookingId, startsAt })}/${channel}`;
    await recordEffect(pool, { key: done, kind, memberId: null }, null);
  };
