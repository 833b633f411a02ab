import { formatDay, formatDayTime } from '#domain/london-time.ts';
import { spellTimes } from '#domain/rules/spelling.ts';
import { formatDays, formatHours } from '#domain/rules/wording.ts';
import type { Sentences } from './sentence.ts';

/** Of memberships and plans. */
export const membershipSentences = {
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
} satisfies Partial<Sentences>;
