import type { LotHistoryAnswer, LotHistoryEntry } from '#services/contract/wallet.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDate, formatShortWallDay } from '#web/lib/london-time.ts';
import { formatPasses } from '#web/lib/messages.ts';

type Class = NonNullable<LotHistoryEntry['class']>;

/** 'Beginner, Tue 12 May, 09:30 with Marina' */
const describeClass = ({ name, date, time, instructorName }: Class): string => {
  const [firstName] = instructorName.split(' ');
  const when = `${getLevelName(name)}, ${formatShortWallDay(date)}, ${time}`;
  return firstName ? `${when} with ${firstName}` : when;
};

const describeClassOf = (entry: LotHistoryEntry): string =>
  entry.class ? describeClass(entry.class) : 'a class';

const describeGrant = ({ reason, passes: count, expiresAt }: LotHistoryEntry): string => {
  const until = expiresAt === null ? '' : `, to use by ${formatDate(expiresAt)}`;
  if (reason === 'staff') return `The studio gave you ${formatPasses(count)}${until}`;
  if (reason === 'membership') return `${formatPasses(count)} came with your membership${until}`;
  if (reason === 'import') return `${formatPasses(count)} brought over${until}`;
  return `You bought ${formatPasses(count)}${until}`;
};

const describeReturn = (entry: LotHistoryEntry): string => {
  if (entry.from === 'held') return `Given back, since there was no place: ${describeClassOf(entry)}`;
  if (entry.from === 'forfeited') return `Back, since someone took your place: ${describeClassOf(entry)}`;
  switch (entry.by) {
    case 'member':
      return `Returned when you cancelled ${describeClassOf(entry)}`;
    case 'studio':
      return `Returned by the studio: ${describeClassOf(entry)}`;
    case 'automatic':
      return `Returned: ${describeClassOf(entry)}`;
  }
};

const describeRevocation = ({ reason, passes: count }: LotHistoryEntry): string => {
  const reasons = { refund: 'with a refund', dispute: 'while your bank looks into the payment' };
  if (reason === 'import') return `${formatPasses(count)} taken back, since what was brought over was wrong`;
  const because = reason === 'refund' || reason === 'dispute' ? ` ${reasons[reason]}` : '';
  return count === 0
    ? `The payment was asked back${because}: no pass was left to take, and any that comes back is taken`
    : `${formatPasses(count)} taken back${because}`;
};

const describeRestoration = ({ reason, passes: count }: LotHistoryEntry): string => {
  const why = reason === 'refund_failed' ? 'the refund did not go through' : 'the payment stands';
  return count === 0
    ? `No more is taken back, since ${why}`
    : `${formatPasses(count)} given back, since ${why}`;
};

const describeExtension = ({ expiresAt, closedFor }: LotHistoryEntry): string => {
  const until = expiresAt === null ? '' : ` until ${formatDate(expiresAt)}`;
  return `Extended${until}${closedFor === null ? '' : `, since we are closed: ${closedFor}`}`;
};

/** Describes an event of a lot to the member. */
export const describeEntry = (entry: LotHistoryEntry): string => {
  switch (entry.type) {
    case 'LotGranted':
      return describeGrant(entry);
    case 'PassHeld':
      return `Set aside for ${describeClassOf(entry)}`;
    case 'PassSpent':
      return `Used for ${describeClassOf(entry)}`;
    case 'PassReturned':
      return describeReturn(entry);
    case 'PassForfeited':
      return `Lost to a late cancellation of ${describeClassOf(entry)}`;
    case 'PassMoved':
      return entry.from === 'used'
        ? `Moved to another class from ${describeClassOf(entry)}`
        : `Your cancellation was undone: ${describeClassOf(entry)}`;
    case 'PassMovedBack':
      return entry.to === 'used'
        ? `Stayed with ${describeClassOf(entry)}, since there was no place in the other class`
        : `Your cancellation stands, since your place was gone: ${describeClassOf(entry)}`;
    case 'LotExpired':
      return entry.passes === 0
        ? 'Expired, with no pass left over'
        : `${formatPasses(entry.passes)} expired unused`;
    case 'LotRevoked':
      return describeRevocation(entry);
    case 'LotRestored':
      return describeRestoration(entry);
    case 'LotExtended':
      return describeExtension(entry);
    case 'LotExtensionWithdrawn':
      return entry.expiresAt === null
        ? 'Extension withdrawn'
        : `Lasts until ${formatDate(entry.expiresAt)}, since we are open after all`;
    case 'LotClosed':
      return 'Over, since the next month of the membership began';
  }
};

/** Who caused the event, null for the member. A purchase counts as the member's, although a webhook may record it. */
export const describeActor = ({ type, by, reason }: LotHistoryEntry): string | null => {
  if (by === 'member' || (type === 'LotGranted' && reason === null)) return null;
  return by === 'studio' ? 'by the studio' : 'automatically';
};

/** '5 passes: 2 left, 2 used, 1 lost to a late cancellation' */
export const describeCounts = (counts: LotHistoryAnswer['counts']): string => {
  const parts: [number, string][] = [
    [counts.available, 'left'],
    [counts.held, 'set aside'],
    [counts.used, 'used'],
    [counts.forfeited, counts.forfeited === 1 ? 'lost to a late cancellation' : 'lost to late cancellations'],
    [counts.expired, 'expired'],
    [counts.revoked, 'taken back'],
  ];
  const nonZero = parts.filter(([count]) => count > 0).map(([count, label]) => `${count} ${label}`);
  return `${formatPasses(counts.granted)}: ${nonZero.join(', ')}`;
};
