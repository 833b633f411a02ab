import type { PersonLoss, PersonLot, PersonLotEvent } from '#services/contract/person.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatBrought } from '#web/lib/format-brought.ts';
import { formatDate, formatShortWallDay } from '#web/lib/london-time.ts';
import { formatPasses } from '#web/lib/messages.ts';

type Class = NonNullable<PersonLotEvent['class']>;

/** 'Beginner, Tue 12 May, 09:30' */
export const describeClass = ({ name, date, time }: Class): string =>
  `${getLevelName(name)}, ${formatShortWallDay(date)}, ${time}`;

const describeClassOf = (entry: { class: Class | null }): string =>
  entry.class ? describeClass(entry.class) : 'a class';

const sources: Readonly<Record<PersonLot['kind'], string>> = {
  purchase: 'Bought',
  membership: 'Membership',
  adjustment: 'Given by staff',
  import: 'Brought over',
};

/** Where a lot came from. */
export const describeSource = ({ kind, brought }: Pick<PersonLot, 'kind' | 'brought'>): string =>
  brought === null ? sources[kind] : formatBrought(brought);

/** Describes an event of a lot to staff; why it happened is said beside it. */
export const describeLotEvent = (event: PersonLotEvent): string => {
  const { type, passes, expiresAt, from, to } = event;
  switch (type) {
    case 'LotGranted':
      return `${formatPasses(passes)} granted${expiresAt === null ? '' : `, to use by ${formatDate(expiresAt)}`}`;
    case 'PassHeld':
      return `Set aside for ${describeClassOf(event)}`;
    case 'PassSpent':
      return `Used for ${describeClassOf(event)}`;
    case 'PassReturned':
      return from === 'held'
        ? `Given back, there was no place: ${describeClassOf(event)}`
        : `Back from ${describeClassOf(event)}`;
    case 'PassForfeited':
      return `Lost to a late cancellation of ${describeClassOf(event)}`;
    case 'PassMoved':
      return from === 'used'
        ? `Moved to another class from ${describeClassOf(event)}`
        : `Cancellation undone: ${describeClassOf(event)}`;
    case 'PassMovedBack':
      return to === 'used'
        ? `Stayed with ${describeClassOf(event)}`
        : `The cancellation stands: ${describeClassOf(event)}`;
    case 'LotExpired':
      return passes === 0 ? 'Expired, with no pass left over' : `${formatPasses(passes)} lapsed unused`;
    case 'LotRevoked':
      return passes === 0 ? 'Asked back, with no pass left to take' : `${formatPasses(passes)} taken back`;
    case 'LotRestored':
      return passes === 0 ? 'No more is taken back' : `${formatPasses(passes)} given again`;
    case 'LotExtended':
      return expiresAt === null ? 'Extended' : `Extended until ${formatDate(expiresAt)}`;
    case 'LotExtensionWithdrawn':
      return expiresAt === null
        ? 'Extension withdrawn'
        : `Lasts until ${formatDate(expiresAt)}, as a closing day was lifted`;
    case 'LotClosed':
      return 'Over, since the next period of the membership began';
  }
};

const lossTexts: Readonly<Record<Exclude<PersonLoss['kind'], 'late_cancellation' | 'no_show'>, string>> = {
  lapsed: 'lapsed unused',
  refund: 'taken back with a refund',
  dispute: 'taken back with a dispute',
  staff: 'taken back by staff',
  membership: 'taken back with the membership',
  import: 'taken back with an import that was undone',
};

/** What was lost, as a headline. */
export const describeLoss = (loss: PersonLoss): string => {
  if (loss.kind === 'late_cancellation') return `Late cancellation: ${describeClassOf(loss)}`;
  if (loss.kind === 'no_show') return `Not there: ${describeClassOf(loss)}`;
  return `${formatPasses(loss.passes)} ${lossTexts[loss.kind]}`;
};

/** '2 left, 2 used, 1 lost to a late cancellation' */
export const describeCounts = (counts: PersonLot['counts']): string => {
  const parts: readonly [number, string][] = [
    [counts.available, 'left'],
    [counts.held, 'set aside'],
    [counts.used, 'used'],
    [counts.forfeited, counts.forfeited === 1 ? 'lost to a late cancellation' : 'lost to late cancellations'],
    [counts.expired, 'lapsed'],
    [counts.revoked, 'taken back'],
  ];
  return parts.flatMap(([count, text]) => (count > 0 ? `${count} ${text}` : [])).join(', ');
};
