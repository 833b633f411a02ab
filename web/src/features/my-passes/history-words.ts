import type { LotHistoryAnswer, LotHistoryEntry } from '../../../../services/contract/wallet.ts';
import { formatDate, formatShortWallDay } from '../../lib/london-time.ts';
import { passes } from '../../lib/messages.ts';
import { levelName } from '../booking/level.ts';

type Class = NonNullable<LotHistoryEntry['class']>;

/** 'Beginner, Tue 12 May, 09:30 with Marina' */
const classText = ({ name, date, time, instructorName }: Class): string => {
  const [firstName] = instructorName.split(' ');
  const when = `${levelName(name)}, ${formatShortWallDay(date)}, ${time}`;
  return firstName ? `${when} with ${firstName}` : when;
};

const forClass = (entry: LotHistoryEntry): string => (entry.class ? classText(entry.class) : 'a class');

const grantedText = ({ reason, passes: count, expiresAt }: LotHistoryEntry): string => {
  const until = expiresAt === null ? '' : `, to use by ${formatDate(expiresAt)}`;
  if (reason === 'staff') return `The studio gave you ${passes(count)}${until}`;
  if (reason === 'membership') return `${passes(count)} came with your membership${until}`;
  return `You bought ${passes(count)}${until}`;
};

const returnedText = (entry: LotHistoryEntry): string => {
  if (entry.from === 'held') return `Given back, since there was no place: ${forClass(entry)}`;
  switch (entry.by) {
    case 'member':
      return `Returned when you cancelled ${forClass(entry)}`;
    case 'studio':
      return `Returned by the studio: ${forClass(entry)}`;
    case 'automatic':
      return `Returned: ${forClass(entry)}`;
  }
};

const revokedText = ({ reason, passes: count }: LotHistoryEntry): string => {
  const why = { refund: 'with a refund', dispute: 'while your bank looks into the payment' };
  const because = reason === 'refund' || reason === 'dispute' ? ` ${why[reason]}` : '';
  return count === 0
    ? `The payment was asked back${because}: passes that come back are taken back`
    : `${passes(count)} taken back${because}`;
};

const restoredText = ({ reason, passes: count }: LotHistoryEntry): string => {
  const why = reason === 'refund_failed' ? 'the refund did not go through' : 'the payment stands';
  return count === 0 ? `No more is taken back, since ${why}` : `${passes(count)} given back, since ${why}`;
};

/** One event of a lot, in words a member understands. */
export const entryText = (entry: LotHistoryEntry): string => {
  switch (entry.type) {
    case 'LotGranted':
      return grantedText(entry);
    case 'PassHeld':
      return `Set aside for ${forClass(entry)}`;
    case 'PassSpent':
      return `Used for ${forClass(entry)}`;
    case 'PassReturned':
      return returnedText(entry);
    case 'PassForfeited':
      return `Lost to a late cancellation of ${forClass(entry)}`;
    case 'PassMoved':
      return entry.from === 'used'
        ? `Moved to another class from ${forClass(entry)}`
        : `Your cancellation was undone: ${forClass(entry)}`;
    case 'PassMovedBack':
      return entry.to === 'used'
        ? `Stayed with ${forClass(entry)}, since there was no place in the other class`
        : `Your cancellation stands, since your place was gone: ${forClass(entry)}`;
    case 'LotExpired':
      return entry.passes === 0
        ? 'Expired, with no pass left over'
        : `${passes(entry.passes)} expired unused`;
    case 'LotRevoked':
      return revokedText(entry);
    case 'LotRestored':
      return restoredText(entry);
    case 'LotExtended':
      return entry.expiresAt === null ? 'Extended' : `Extended until ${formatDate(entry.expiresAt)}`;
    case 'LotClosed':
      return 'Over, since the next month of the membership began';
  }
};

/** Who did it, where it was not the member. A purchase is theirs, whoever wrote it down. */
export const byText = ({ type, by, reason }: LotHistoryEntry): string | null => {
  if (by === 'member' || (type === 'LotGranted' && reason === null)) return null;
  return by === 'studio' ? 'by the studio' : 'automatically';
};

/** '5 passes: 2 left, 2 used, 1 lost to a late cancellation' */
export const countsText = (counts: LotHistoryAnswer['counts']): string => {
  const places: [number, string][] = [
    [counts.available, 'left'],
    [counts.held, 'set aside'],
    [counts.used, 'used'],
    [counts.forfeited, counts.forfeited === 1 ? 'lost to a late cancellation' : 'lost to late cancellations'],
    [counts.expired, 'expired'],
    [counts.revoked, 'taken back'],
  ];
  const some = places.filter(([count]) => count > 0).map(([count, place]) => `${count} ${place}`);
  return `${passes(counts.granted)}: ${some.join(', ')}`;
};
