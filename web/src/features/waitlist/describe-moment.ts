import type { ReceiptMoment } from '#services/contract/waitlist-receipt.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { describeSkipReason, describeWithdrawal } from './waitlist-happenings.ts';

const skipReasons = ['no_pass', 'pass_expires', 'overlap'] as const;
const withdrawalReasons = ['capacity', 'marked_full', 'moved'] as const;

/** 'you' or 'the person at place 2'. */
const nameOf = ({ mine, place }: ReceiptMoment): string =>
  mine ? 'you' : place === null ? 'someone outside the line' : `the person at place ${place}`;

const startSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const reasonsForLeaving: Readonly<Record<string, string>> = {
  booked: 'left the line with a place in the class',
  overlap: 'left the line for another class at that time',
  class_cancelled: 'left the line, since the class was cancelled',
};

const describeTaking = (moment: ReceiptMoment): string => {
  if (moment.reason === 'staff' && !moment.mine) return 'The studio added someone to the class.';
  const who = nameOf(moment);
  return moment.reason === 'waitlist'
    ? `A place was booked for ${who}.`
    : `${startSentence(who)} took a place.`;
};

const describeSkip = (moment: ReceiptMoment): string => {
  const reason = skipReasons.find((each) => each === moment.reason) ?? null;
  if (moment.mine) return `You were skipped, since ${describeSkipReason(reason)}.`;
  const lacks = { no_pass: 'they had no pass', pass_expires: 'their pass runs out before the class' };
  const why =
    reason === 'overlap' || reason === null ? 'they have another class at that time' : lacks[reason];
  return `${startSentence(nameOf(moment))} was skipped, since ${why}.`;
};

const describeConfirmation = (moment: ReceiptMoment): string => {
  if (moment.reason === 'moved_back')
    return 'The studio moved the class back, so everyone asked waits for it as before.';
  return moment.mine
    ? 'You kept your place for the new time.'
    : `${startSentence(nameOf(moment))} still wants the class.`;
};

/** What happened at a moment, in words, without a name. */
export function describeMoment(moment: ReceiptMoment): string {
  const { what, mine, place, capacity, until, reason } = moment;
  const who = nameOf(moment);
  switch (what) {
    case 'joined':
      return mine ? `You joined the line at place ${place}.` : 'Someone joined the line behind you.';
    case 'left':
      return `${startSentence(who)} ${reasonsForLeaving[reason ?? ''] ?? 'left the line'}.`;
    case 'freed':
      return 'A place came free.';
    case 'taken':
      return describeTaking(moment);
    case 'kept':
      return 'A place was kept for someone who was paying for it.';
    case 'kept_no_more':
      return 'The place that was kept for someone who was paying came free.';
    case 'offered':
      return `The spot was offered to ${who}${until === null ? '' : `, until ${formatDayTime(until)}`}.`;
    case 'lapsed':
      return `The offer to ${who} ran out.`;
    case 'withdrawn':
      return `The offer to ${who} was taken back, because ${describeWithdrawal(withdrawalReasons.find((each) => each === reason) ?? null)}.`;
    case 'skipped':
      return describeSkip(moment);
    case 'asked':
      return `The studio moved the class, and asked ${who} whether it still suits.`;
    case 'confirmed':
      return describeConfirmation(moment);
    case 'announced':
      return 'The free spot was announced to everyone in the line: first come, first served.';
    case 'changed':
      return `The studio changed the class. It has ${capacity} ${capacity === 1 ? 'place' : 'places'}.`;
    case 'marked_full':
      return 'The studio marked the class as full.';
    case 'reopened':
      return 'The studio opened the class again.';
    case 'class_cancelled':
      return 'The studio cancelled the class.';
  }
}

/** 'You: place 2 of 5': the holder's place on the waiting list after the moment. */
export const describeStanding = ({ yourPlace, waiting }: ReceiptMoment): string =>
  yourPlace === null ? 'You: not in the line' : `You: place ${yourPlace} of ${waiting}`;
