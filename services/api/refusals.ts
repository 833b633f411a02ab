import { formatCalendarDay } from '#domain/london-time.ts';
import type { Refusal, RefusalFacts } from '#domain/refusal.ts';
import { spellDays } from '#domain/rules/spelling.ts';
import { describeLateness } from '#domain/rules/wording.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { membershipSentences } from './refusal-sentences/membership.ts';
import { paymentSentences } from './refusal-sentences/payment.ts';
import type { Sentences } from './refusal-sentences/sentence.ts';
import { signInSentences } from './refusal-sentences/sign-in.ts';

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
const sentences: Sentences = {
  ...paymentSentences,
  ...membershipSentences,
  ...signInSentences,
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
  TEMPLATE_NOT_FOUND: { status: 404, format: () => 'We could not find this template.' },
  TEMPLATE_CLASS_NOT_FOUND: { status: 404, format: () => 'We could not find this template class.' },
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
