import { formatCalendarDay, formatDay, formatDayTime, formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { Refusal, RefusalCode, RefusalFacts } from '#domain/refusal.ts';
import { spellDays, spellTimes } from '#domain/rules/spelling.ts';
import { describeLateness, formatDays, formatHours } from '#domain/rules/wording.ts';
import type { ErrorCode } from '../contract/errors.ts';

interface Sentence {
  readonly status: 400 | 401 | 402 | 404 | 409 | 422;
  readonly format: (details: Refusal['details']) => string;
}

const formatWallDay = (day: Refusal['details'][string] | undefined): string =>
  formatCalendarDay(String(day), 'EEE d MMM yyyy');

function describeChange(about: Refusal['details'][string] | undefined): string {
  if (about === 'price')
    return 'The price has changed since you opened this page. You have not been charged.';
  if (about === 'pass') return 'This pass has changed since you opened this page. You have not been charged.';
  if (about === 'class') return 'This class has changed since you opened this page. Nothing has been booked.';
  return 'This has changed since you opened this page. Nothing has been saved.';
}

/** Status and sentence of every refusal of the domain; a new code does not compile without both. */
const sentences: Record<RefusalCode, Sentence> = {
  NO_PASS: {
    status: 402,
    format: ({ hasExpiringBefore, askedByStaff }) => {
      if (askedByStaff === true)
        return hasExpiringBefore === true
          ? 'This member’s passes run out before this class.'
          : 'This member has no pass to use. Add a pass first.';
      return hasExpiringBefore === true
        ? 'Your class pass runs out before this class. Choose an earlier class, or buy a new class pass.'
        : 'You need a class pass to book this class.';
    },
  },
  CLASS_FULL: {
    status: 409,
    format: ({ askedByStaff, reservedUntil }) => {
      const isReserved = reservedUntil !== undefined;
      if (askedByStaff === true)
        return isReserved
          ? 'The last place is kept for a member who is paying for it. Try again in ten minutes, or raise the capacity.'
          : 'This class is full. Raise its capacity to add someone.';
      return isReserved
        ? 'The last place is kept for someone who is paying for it. Join the waitlist, and it is yours if they leave it.'
        : 'This class is full now. Your pass has not been used.';
    },
  },
  SPOT_OFFERED: {
    status: 409,
    format: ({ askedByStaff }) =>
      askedByStaff === true
        ? 'The free spot is offered to someone on the waitlist at the moment.'
        : 'This spot is kept for someone on the waitlist. Join the waitlist, and you are next in line.',
  },
  CLASS_NOT_FULL: { status: 409, format: () => 'There is a spot in this class: you can book it right away.' },
  CLASS_HAS_LINE: {
    status: 409,
    format: () => 'Others wait for a place in this class already. Join the waitlist behind them.',
  },
  PASS_ENDS_BEFORE_CLASS: {
    status: 409,
    format: () => 'This pass runs out before the class. Choose one that lasts longer.',
  },
  ALREADY_BOOKED: { status: 409, format: () => 'You have a place in this class already.' },
  OVERLAPPING_BOOKING: {
    status: 409,
    format: () => 'You are booked in another class at that time. Cancel it first to wait for this one.',
  },
  CLASS_PAST: { status: 409, format: () => 'This class has already started.' },
  CLASS_CANCELLED: { status: 409, format: () => 'The studio has cancelled this class.' },
  CLASS_NOT_FOUND: {
    status: 404,
    format: () => 'We could not find this class. It may have been taken off the timetable.',
  },
  OUTSIDE_BOOKING_WINDOW: {
    status: 409,
    format: ({ bookingWindowDays }) =>
      `Booking for this class is not open yet. Classes open ${spellDays(Number(bookingWindowDays))} ahead.`,
  },
  ALREADY_CANCELLED: { status: 409, format: () => 'This booking has been cancelled already.' },
  CARD_NOT_FOUND: { status: 404, format: () => 'We could not find this card.' },
  BOOKING_NOT_FOUND: { status: 404, format: () => 'We could not find this booking.' },
  MOVE_TOO_LATE: {
    status: 409,
    format: ({ startsAt, freeUntil }) =>
      `It is ${describeLateness({ startsAt: String(startsAt), freeUntil: String(freeUntil) }, 'before this class')}, so it can no longer be moved.`,
  },
  UNDO_TOO_LATE: {
    status: 409,
    format: ({ of }) =>
      of === 'booking'
        ? 'This booking can no longer be undone. You can still cancel it in My Classes.'
        : 'This cancellation can no longer be undone.',
  },
  NOT_ON_WAITLIST: { status: 409, format: () => 'You are not on this waitlist any more.' },
  ALREADY_USED: {
    status: 409,
    format: ({ offer }) =>
      offer === 'special'
        ? 'The special 3 class pass can only be purchased once per member.'
        : 'The sign up class can only be purchased once per member.',
  },
  NOT_ELIGIBLE: {
    status: 409,
    format: () =>
      'The Special 3 Class Pass is offered in the week after the first class booked with a Sign Up Class.',
  },
  NOT_ENOUGH_PASSES: {
    status: 409,
    format: ({ available }) => {
      if (available === 0) return 'This member has no passes to remove.';
      const passes = available === 1 ? '1 pass' : `${available} passes`;
      return `This member has ${passes}. Remove ${available} or fewer.`;
    },
  },
  IMPORT_NOT_FOUND: { status: 404, format: () => 'We could not find this import.' },
  IMPORT_RUNNING: {
    status: 409,
    format: () => 'This import is still running. Please wait until it is done.',
  },
  IMPORT_STOPPED: {
    status: 409,
    format: ({ files }) =>
      `This import stopped before everyone was brought over. To continue it, choose its files again, all of them together: ${files}.`,
  },
  IMPORT_UNDONE: { status: 409, format: () => 'This import was undone.' },
  DATES_AMBIGUOUS: {
    status: 422,
    format: ({ text }) =>
      `Please say whether the day or the month comes first: ${text} can be read both ways.`,
  },
  CLOSURE_NOT_FOUND: { status: 404, format: () => 'We could not find these closing days.' },
  CLOSURE_OVER: { status: 409, format: () => 'These closing days are over.' },
  CLOSURE_DAYS: { status: 422, format: ({ problem }) => String(problem) },
  STUDIO_CLOSED: {
    status: 409,
    format: ({ day, reason }) =>
      `The studio is closed on ${formatCalendarDay(String(day), 'EEEE d MMMM')}: ${String(reason)}. Lift the closing days first.`,
  },
  OWN_ACCOUNT_NEEDED: {
    status: 409,
    format: () =>
      'Sign in with an account of your own, not with the shared password, to take all data along.',
  },
  LOT_NOT_FOUND: { status: 404, format: () => 'We could not find these passes.' },
  EMAIL_TAKEN: {
    status: 409,
    format: () => 'There is an account with this email already. Sign in instead, or reset your password.',
  },
  INSTRUCTOR_NOT_FOUND: { status: 404, format: () => 'We could not find this instructor.' },
  INSTRUCTOR_HAS_CLASSES: {
    status: 409,
    format: ({ classes }) =>
      `This instructor still has ${classes === 1 ? 'a class' : `${classes} classes`} to come. Give ${classes === 1 ? 'it' : 'them'} to someone else, or delete ${classes === 1 ? 'it' : 'them'}, first.`,
  },
  RATE_EXISTS: {
    status: 422,
    format: ({ validFrom }) =>
      `There is a rate for these classes from ${formatWallDay(validFrom)} already. Choose another day.`,
  },
  COMPLAINT_NOT_FOUND: { status: 404, format: () => 'We could not find this complaint.' },
  NEGATIVE_RATE: { status: 422, format: () => 'Pay cannot be negative. Use 0 or more.' },
  PASS_NOT_FOUND: { status: 404, format: () => 'We could not find this pass.' },
  PASS_NOT_ON_SALE: { status: 409, format: () => 'This pass is not on sale at the moment.' },
  PAYMENT_NOT_FOUND: { status: 404, format: () => 'We could not find this payment.' },
  PAYMENT_NOT_COMPLETE: {
    status: 409,
    format: () => 'This payment has not gone through. You have not been charged.',
  },
  PAYMENT_PROCESSING: {
    status: 409,
    format: () => 'Your bank is still working on this payment. Your pass follows as soon as it is through.',
  },
  PAYMENT_REFUNDED: { status: 409, format: () => 'This payment has been refunded.' },
  PAYMENT_DISPUTED: {
    status: 409,
    format: () =>
      'The member’s bank disputes this payment. It cannot be refunded until the dispute is decided.',
  },
  DISPUTE_NOT_FOUND: { status: 404, format: () => 'We could not find this dispute.' },
  DISPUTE_ANSWERED: {
    status: 409,
    format: () => 'The evidence of this dispute has been sent already. It can be sent once.',
  },
  DISPUTE_CLOSED: {
    status: 409,
    format: ({ isOverdue }) =>
      isOverdue === true
        ? 'The time to answer this dispute is over. Nothing was sent.'
        : 'This dispute is closed. Nothing was sent.',
  },
  EVIDENCE_TOO_LONG: {
    status: 422,
    format: ({ pages, maxPages }) =>
      `The evidence is too long: it has ${pages} pages, and the bank reads ${maxPages}. Shorten its longest texts. Nothing was sent.`,
  },
  EVIDENCE_REFUSED: {
    status: 409,
    format: () => 'The payment provider refused this evidence. Nothing was sent to the bank.',
  },
  OVER_REFUND: {
    status: 422,
    format: ({ leftPence }) =>
      leftPence === 0
        ? 'Nothing of this payment is left to refund.'
        : `Only ${formatPounds(Number(leftPence))} of this payment is left. Refund that or less.`,
  },
  NOTHING_UNUSED: {
    status: 422,
    format: () => 'Nothing of this payment is unused. Choose the whole payment or an amount.',
  },
  REFUND_IN_PROGRESS: {
    status: 409,
    format: () => 'Another refund of this payment is on its way. Try again in a moment.',
  },
  WITHDRAWAL_OVER: {
    status: 409,
    format: ({ endedAt }) =>
      `The 14 days to cancel this purchase ended on ${formatLongDay(String(endedAt))}.`,
  },
  NOTHING_TO_WITHDRAW: {
    status: 409,
    format: () =>
      'Every pass of this purchase is used, or in a class that can’t be cancelled freely any more. Nothing would come back.',
  },
  REFUND_REFUSED: {
    status: 409,
    format: () => 'The payment provider refused this refund. No money was moved.',
  },
  REQUEST_KEY_USED: {
    status: 409,
    format: () => 'This refund was sent before with other details. Close the dialog and start again.',
  },
  MEMBERSHIPS_CLOSED: {
    status: 409,
    format: () => 'Memberships are currently closed. Please check back soon or contact us for updates.',
  },
  ALREADY_MEMBER: { status: 409, format: () => 'You have a membership already.' },
  MEMBERSHIP_NOT_FOUND: { status: 404, format: () => 'We could not find this membership.' },
  MEMBERSHIP_NOT_ACTIVE: { status: 409, format: () => 'This membership has ended.' },
  MEMBERSHIP_PAID: {
    status: 409,
    format: ({ periodEnd }) =>
      `This membership is paid until ${formatDay(String(periodEnd))}. It can be cancelled for that day.`,
  },
  PAUSE_NOT_POSSIBLE: {
    status: 409,
    format: ({ reason }) => {
      if (reason === 'unpaid')
        return 'The last payment of this membership is open. Once it is paid, the next period can be paused.';
      if (reason === 'planned') return 'The next period of this membership is paused already.';
      if (reason === 'paused')
        return 'This membership is paused at the moment. It can be paused again when it is back.';
      if (reason === 'ending') return 'This membership is cancelled. Keep it first, then it can be paused.';
      if (reason === 'changing')
        return 'Another plan is chosen for the next period. Keep the present plan first, then it can be paused.';
      return 'This membership is being renewed just now. Please try again in an hour.';
    },
  },
  PAUSE_TOO_LATE: {
    status: 409,
    format: ({ hours, chargedAt }) =>
      `A pause is asked for at least ${formatHours(Number(hours))} before the charge, which is on ${formatDayTime(String(chargedAt))}. The period after it can be paused once it has begun.`,
  },
  PAUSE_TOO_OFTEN: {
    status: 409,
    format: ({ pausesAllowed, days }) =>
      pausesAllowed === 0
        ? 'Memberships cannot be paused at the moment.'
        : `A membership can be paused ${spellTimes(Number(pausesAllowed))} in ${formatDays(Number(days))}, and this one has been.`,
  },
  NO_PAUSE_PLANNED: {
    status: 409,
    format: ({ hasBegun }) =>
      hasBegun === true
        ? 'This pause has begun, so it can no longer be withdrawn. The membership comes back by itself.'
        : 'No pause of this membership is planned.',
  },
  PLAN_NOT_FOUND: { status: 404, format: () => 'We could not find this plan.' },
  PLAN_NOT_ON_SALE: {
    status: 409,
    format: () => 'This plan is not on sale at the moment. Please choose another.',
  },
  PLAN_ALREADY: { status: 409, format: () => 'You have this plan already.' },
  PLAN_NOT_AN_UPGRADE: {
    status: 409,
    format: () => 'Only a larger plan can start at once. You can change to this one at your next renewal.',
  },
  PLAN_CHANGE_NOT_POSSIBLE: {
    status: 409,
    format: ({ reason }) => {
      if (reason === 'unpaid')
        return 'Your last payment is open. Pay it first, then you can change your plan.';
      if (reason === 'ending')
        return 'Your membership is cancelled. Keep it first, then you can change your plan.';
      if (reason === 'paused')
        return 'Your membership is paused, or will be. You can change your plan once it is back.';
      if (reason === 'planned')
        return 'You have chosen another plan for your next renewal. Keep your present plan first, then you can upgrade.';
      return 'Your membership is being renewed just now. Please try again in an hour.';
    },
  },
  NOTICE_TOO_SHORT: {
    status: 422,
    format: ({ days, earliest }) =>
      `Members need ${days} days’ notice of another price, so it can take effect on ${earliest} at the earliest.`,
  },
  PLAN_RETIRED: {
    status: 409,
    format: () => 'This plan is retired and cannot be changed. Create a new one instead.',
  },
  TEMPLATE_NOT_FOUND: { status: 404, format: () => 'We could not find this template.' },
  TEMPLATE_CLASS_NOT_FOUND: { status: 404, format: () => 'We could not find this template class.' },
  INVALID_RESET_LINK: { status: 400, format: () => 'The password reset link is invalid or expired.' },
  INVALID_EMAIL_LINK: {
    status: 400,
    format: () => 'This link is used or out of date. Ask for another in your account.',
  },
  INVALID_CANCEL_LINK: {
    status: 400,
    format: () =>
      'This link is used or out of date. If you are worried about your account, please contact us.',
  },
  INVALID_EMAIL_PROOF: {
    status: 400,
    format: () => 'This link is for another address than the account has now. There is nothing to do.',
  },
  INVALID_SIGN_IN_CODE: {
    status: 400,
    format: () =>
      'This code is not right, or works no more. Look at our newest email, or ask for another code.',
  },
  INVALID_SIGN_IN_LINK: {
    status: 400,
    format: () => 'This link is used or out of date. Ask for another, or sign in with your password.',
  },
  SIGNED_OUT: { status: 401, format: () => 'You were signed out in the meantime. Please sign in again.' },
  STAFF_NOT_FOUND: { status: 404, format: () => 'We could not find this staff account.' },
  STAFF_EMAIL_TAKEN: { status: 409, format: () => 'There is a staff account with this email already.' },
  STAFF_JOINED: { status: 409, format: () => 'This person has joined already, so there is nothing to send.' },
  STAFF_LAST_ADMIN: {
    status: 409,
    format: () =>
      'This is the last admin, and the shared passwords are off. Make someone else an admin first, or switch them on in Settings.',
  },
  NAMED_ADMIN_NEEDED: {
    status: 409,
    format: () =>
      'Only an admin who is signed in with an account of their own can switch the shared passwords.',
  },
  STAFF_SELF: {
    status: 409,
    format: () =>
      'You cannot remove your own account or its two-step sign-in here, or change its role. Ask another admin.',
  },
  INVALID_INVITE: {
    status: 400,
    format: () => 'This invitation link is used or out of date. Ask an admin to send you another.',
  },
  SECOND_FACTOR_FIRST: {
    status: 409,
    format: () =>
      'Only an admin who signs in with two steps can require it of all. Set it up for your own account first.',
  },
  SECOND_FACTOR_EXISTS: {
    status: 409,
    format: () => 'Two-step sign-in is on already. To use another app, switch it off first.',
  },
  SECOND_FACTOR_MISSING: { status: 409, format: () => 'Two-step sign-in is not set up for this account.' },
  WRONG_CODE: {
    status: 401,
    format: () => 'This code is wrong, or it was used before. Wait for the next one and try again.',
  },
  MONTH_NOT_OVER: { status: 409, format: () => 'A month can be closed once it is over.' },
  PAY_PERIOD_NOT_OVER: {
    status: 409,
    format: ({ to }) => `This period can be closed once ${formatWallDay(to)} is over.`,
  },
  PAY_PERIOD_CLOSED: {
    status: 409,
    format: ({ from, to }) =>
      `The pay from ${formatWallDay(from)} to ${formatWallDay(to)} is closed already. Choose days outside it.`,
  },
  CHANGED_SINCE: { status: 409, format: ({ about }) => describeChange(about) },
  OVERLAPS_BOOKING: {
    status: 409,
    format: ({ askedByStaff }) =>
      askedByStaff === true
        ? 'This member is booked in another class at that time.'
        : 'You are booked in another class at that time. Nothing has been booked.',
  },
  RULES_CONTRADICT: {
    status: 422,
    format: ({ about }) =>
      about === 'window'
        ? 'Free cancellation cannot end before a class can be booked. Shorten it, or open booking earlier.'
        : 'Free spots can only be announced to everyone after they stop being booked automatically. Change one of the two.',
  },
  CONFLICT: { status: 409, format: () => 'Someone else changed this a moment ago. Please look again.' },
};

/** The answer the API gives for a refusal. */
export function describeRefusal(
  refusal: Refusal,
): { status: number; code: ErrorCode; error: string } & RefusalFacts {
  const { status, format } = sentences[refusal.code];
  return { status, code: refusal.code, error: format(refusal.details), ...refusal.facts };
}
