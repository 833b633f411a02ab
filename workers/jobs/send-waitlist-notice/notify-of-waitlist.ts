import type { Pool } from 'pg';
import type { z } from 'zod';
import { getOpenOffers } from '#domain/class/decide-waitlist.ts';
import { classDecider } from '#domain/class/decider.ts';
import { toLondonDay } from '#domain/london-time.ts';
import type { NotificationChannel, NotificationKind } from '#domain/member/notifications.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readBookingById } from '#projections/read-models/bookings/queries.ts';
import { readClosureOn } from '#projections/read-models/closures/queries.ts';
import { readShownRules } from '#projections/read-models/rules/queries.ts';
import {
  type ClassRow,
  countBookableSpots,
  getBookingTimes,
  readClassById,
} from '#projections/read-models/schedule/queries.ts';
import {
  isQuestionOpen,
  isWaitlistEventShown,
  replacesMovedOffer,
  wasOfferWithdrawnWith,
} from '#projections/read-models/waitlist/notice-queries.ts';
import { readWaitlistStatus } from '#projections/read-models/waitlist/queries.ts';
import { advanceWaitlist } from '#services/commands/waitlist/advance-waitlist.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import type { Sender } from '#workers/core/sender.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import type { StudioEmail } from '#workers/emails/studio-email.ts';
import { notifyMember } from '#workers/notifications/notify-member.ts';
import type { waitlistNoticeToMember } from './definition.ts';
import {
  waitlistAnnouncedEmail,
  waitlistBookedEmail,
  waitlistClassCancelledEmail,
  waitlistLapsedEmail,
  waitlistOfferedEmail,
} from './email.ts';
import { offerWithdrawnEmail, waitlistAskedEmail } from './studio-change-email.ts';

type Payload = z.output<typeof waitlistNoticeToMember>;
/** Composes the email when the member's name is known. */
type ComposeEmail = (sender: Sender, name: string) => StudioEmail;

interface ChosenEmail {
  /** The kind of the email ends with it. */
  readonly what: string;
  readonly compose: ComposeEmail;
  /** What the member can turn off, and until when it is worth knowing. Anything else always comes by mail, and is not pushed. */
  readonly notification?: { readonly choice: NotificationKind; readonly until: Date };
}

async function composeBooked(pool: Pool, bookingId: number): Promise<ComposeEmail | null> {
  const booking = await readBookingById(pool, bookingId);
  if (!booking) throw new NotProjectedYet(`The booking ${bookingId}`);
  if (booking.status !== 'confirmed') return null;
  return (sender, name) => waitlistBookedEmail(sender, { ...booking, name, level: booking.className });
}

async function readClass(pool: Pool, payload: Payload): Promise<ClassRow> {
  const row = (await isWaitlistEventShown(pool, payload))
    ? await readClassById(pool, payload.classId)
    : undefined;
  if (row === undefined) throw new NotProjectedYet(`The waitlist event of the class ${payload.classId}`);
  return row;
}

/**
 * Whether the waitlist's next step offers the spot to the member again after a short move, at the new time. That offer's email
 * then contains both. The step is taken here if it is not taken yet.
 */
async function isOfferedAgain(
  deps: JobDependencies,
  { classId, memberId }: Payload,
  context: CommandContext,
): Promise<boolean> {
  await advanceWaitlist(deps, { classId }, context);
  const { state } = await deps.deciders.load(classDecider, String(classId));
  return getOpenOffers(state, context.now).some((offer) => offer.memberId === memberId);
}

/** Null when the notice is outdated, for example when an offer has ended or another member took the spot. */
async function chooseEmail(
  deps: JobDependencies,
  payload: Payload,
  context: CommandContext,
): Promise<ComposeEmail | ChosenEmail | null> {
  const { pool } = deps;
  const { now } = context;
  const { notice } = payload;
  if (notice.what === 'booked') return composeBooked(pool, notice.bookingId);
  const row = await readClass(pool, payload);
  const { id: classId, name: level, startsAt, instructorName } = row;
  const waitlisted = { classId, level, startsAt, instructorName };
  if (notice.what === 'class-cancelled') {
    const closure = await readClosureOn(pool, toLondonDay(startsAt));
    const closedFor = closure?.reason ?? null;
    return (sender, name) => waitlistClassCancelledEmail(sender, { ...waitlisted, name, closedFor });
  }
  const status = await readWaitlistStatus(pool, payload);
  if (row.isCancelled || startsAt <= now || !status || status.position === null) return null;
  const rules = await readShownRules(pool);
  const { refillsLateCancellations: isRefilled } = rules;
  const rule = { freeUntil: getBookingTimes(row, rules).freeCancellationUntil, isRefilled, now };
  switch (notice.what) {
    case 'offered': {
      const until = new Date(notice.until);
      if (status.offeredUntil?.getTime() !== until.getTime() || until < now) return null;
      const isMoved = await replacesMovedOffer(pool, payload);
      const compose: ComposeEmail = (sender, name) =>
        waitlistOfferedEmail(sender, { ...waitlisted, ...rule, name, until, isMoved });
      const notification = { choice: 'waitlist-offer', until } as const;
      return { what: isMoved ? 'offered-again' : 'offered', compose, notification };
    }
    case 'lapsed':
      // The member may have another offer by now.
      return status.offeredUntil === null
        ? (sender, name) => waitlistLapsedEmail(sender, { ...waitlisted, name })
        : null;
    case 'withdrawn': {
      const { because } = notice;
      const { offeredUntil, askedJoinedFor } = status;
      // A question about the new time states that the offer is withdrawn; a spot that came back is offered by its own email.
      if (askedJoinedFor !== null && because === 'moved') return null;
      if (offeredUntil !== null) return null;
      if (because === 'moved' && (await isOfferedAgain(deps, payload, context))) return null;
      return (sender, name) => offerWithdrawnEmail(sender, { ...waitlisted, name, because });
    }
    case 'asked': {
      if (!(await isQuestionOpen(pool, payload))) return null;
      const lostOffer = await wasOfferWithdrawnWith(pool, payload);
      const joinedFor = new Date(notice.joinedFor);
      return (sender, name) => waitlistAskedEmail(sender, { ...waitlisted, name, joinedFor, lostOffer });
    }
    case 'announced':
      return countBookableSpots(row, rules, now) > 0
        ? {
            what: notice.what,
            compose: (sender, name) => waitlistAnnouncedEmail(sender, { ...waitlisted, ...rule, name }),
            notification: { choice: 'spot-broadcast', until: startsAt },
          }
        : null;
  }
}

/** Notifies a waiting member by one channel. Only spots to take are pushed. */
export const notifyOfWaitlistBy =
  (channel: NotificationChannel) =>
  async (
    deps: JobDependencies,
    payload: Payload,
    { commandContext }: { commandContext(): CommandContext },
  ): Promise<void> => {
    const { eventId, memberId, notice, classId } = payload;
    const chosen = await chooseEmail(deps, payload, commandContext());
    if (chosen === null) return;
    const { what, compose, notification }: ChosenEmail =
      typeof chosen === 'function' ? { what: notice.what, compose: chosen } : chosen;
    const kind = `waitlist-${what}`;
    const effect = { memberId, kind, key: `${kind}/${eventId}/${memberId}` };
    const composeFor = ({ name }: { name: string }) => compose(deps.sender, name);
    if (notification !== undefined) {
      const page = { url: `/waitlist/${classId}`, tag: `waitlist-${classId}` };
      await notifyMember(deps, channel, { ...effect, ...notification, ...page }, composeFor);
    } else if (channel === 'mail') {
      await sendToMember(deps, effect, composeFor);
    }
  };
