import type { Pool } from 'pg';
import type { z } from 'zod';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { bookingById } from '#projections/read-models/bookings/queries.ts';
import {
  bookingTimes,
  type ClassRow,
  classById,
  spotsToTake,
} from '#projections/read-models/schedule/queries.ts';
import { hasHappened, waitlistStatusOf } from '#projections/read-models/waitlist/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import type { Sender } from '#workers/core/sender.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import type { StudioEmail } from '#workers/emails/studio-email.ts';
import { sendWaitlistNotice } from './definition.ts';
import {
  waitlistAnnouncedEmail,
  waitlistBookedEmail,
  waitlistClassCancelledEmail,
  waitlistLapsedEmail,
  waitlistOfferedEmail,
} from './email.ts';

type Told = z.infer<(typeof sendWaitlistNotice)['payload']>;
/** Sets the email once the member's name is known. */
type Write = (sender: Sender, name: string) => StudioEmail;

async function bookedNotice(pool: Pool, bookingId: number): Promise<Write | null> {
  const booking = await bookingById(pool, bookingId);
  if (!booking) throw new NotProjectedYet(`The booking ${bookingId}`);
  if (booking.status !== 'confirmed') return null;
  return (sender, name) => waitlistBookedEmail(sender, { ...booking, name, level: booking.className });
}

async function readClass(pool: Pool, told: Told): Promise<ClassRow> {
  const row = (await hasHappened(pool, told)) ? await classById(pool, told.classId) : undefined;
  if (row === undefined) throw new NotProjectedYet(`What happened in line for the class ${told.classId}`);
  return row;
}

/** What is still to be told: nothing of an offer that is over, or of a spot that someone was quicker to take. */
async function noticeOf(pool: Pool, told: Told, now: Date): Promise<Write | null> {
  const { notice } = told;
  if (notice.what === 'booked') return bookedNotice(pool, notice.bookingId);
  const row = await readClass(pool, told);
  const { id: classId, name: level, startsAt, instructorName } = row;
  const inLine = { classId, level, startsAt, instructorName };
  if (notice.what === 'class-cancelled')
    return (sender, name) => waitlistClassCancelledEmail(sender, { ...inLine, name });
  const status = await waitlistStatusOf(pool, told);
  if (row.isCancelled || startsAt <= now || !status || status.position === null) return null;
  const rule = { freeUntil: bookingTimes(row, 0).freeCancellationUntil, now };
  switch (notice.what) {
    case 'offered': {
      const until = new Date(notice.until);
      if (status.offeredUntil?.getTime() !== until.getTime() || until < now) return null;
      return (sender, name) => waitlistOfferedEmail(sender, { ...inLine, ...rule, name, until });
    }
    case 'lapsed':
      // They may have been offered another one meanwhile.
      return status.offeredUntil === null
        ? (sender, name) => waitlistLapsedEmail(sender, { ...inLine, name })
        : null;
    case 'announced':
      return spotsToTake(row, now) > 0
        ? (sender, name) => waitlistAnnouncedEmail(sender, { ...inLine, ...rule, name })
        : null;
  }
}

export const sendWaitlistNoticeHandler = defineJobHandler(sendWaitlistNotice, (deps) => async (told) => {
  const { eventId, memberId, notice } = told;
  const write = await noticeOf(deps.pool, told, deps.clock.now());
  if (write === null) return;
  const kind = `waitlist-${notice.what}`;
  await sendToMember(deps, { memberId, kind, key: `${kind}/${eventId}/${memberId}` }, ({ name }) =>
    write(deps.sender, name),
  );
});
