import type { AdminSearchAnswer } from '#services/contract/admin-search.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatDate, formatShortWallDay } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { getPersonPath } from '#web/lib/person-path.ts';

/** One result: what it is, and where it leads. */
export interface SearchOption {
  readonly key: string;
  readonly title: string;
  readonly about: string;
  readonly to: string;
}

export interface SearchGroup {
  readonly title: string;
  readonly options: readonly SearchOption[];
}

type FoundClass = AdminSearchAnswer['bookings'][number]['class'];

const formatClass = ({ name, date, time }: FoundClass): string =>
  `${getLevelName(name)}, ${formatShortWallDay(date)}, ${time}`;

const formerMember = 'Former member';
const nameOf = ({ memberName }: { memberName: string | null }): string => memberName ?? formerMember;

/** The results by kind, without the kinds that have none. */
export const toSearchGroups = (answer: AdminSearchAnswer): readonly SearchGroup[] =>
  [
    {
      title: 'Members',
      options: answer.members.map(({ id, name, email, phone }) => ({
        key: `member-${id}`,
        title: name ?? formerMember,
        about: name === null ? `Member ${id}, whose details are erased` : `${email}, ${phone}`,
        to: getPersonPath(id),
      })),
    },
    {
      title: 'Classes',
      options: answer.classes.map((found) => ({
        key: `class-${found.id}`,
        title: formatClass(found),
        about: `with ${found.instructorName}`,
        to: `/admin?tab=schedule&date=${found.date}&class=${found.id}`,
      })),
    },
    {
      title: 'Bookings',
      options: answer.bookings.map((booking) => ({
        key: `booking-${booking.id}`,
        title: nameOf(booking),
        about: `Booking ${booking.id}: ${formatClass(booking.class)}`,
        to: getPersonPath(booking.memberId, `booking-${booking.id}`),
      })),
    },
    {
      title: 'Payments',
      options: answer.payments.map((payment) => ({
        key: `payment-${payment.id}`,
        title: nameOf(payment),
        about: `${formatPence(payment.amountPence)} for ${payment.what}, ${formatDate(payment.at)}`,
        to: getPersonPath(payment.memberId, `payment-${payment.id}`),
      })),
    },
    {
      title: 'Passes',
      options: answer.lots.map((lot) => ({
        key: `lot-${lot.id}`,
        title: nameOf(lot),
        about: `${lot.passName}, ${lot.available} of ${lot.granted} left, until ${formatDate(lot.expiresAt)}`,
        to: getPersonPath(lot.memberId, `lot-${lot.id}`),
      })),
    },
  ].filter(({ options }) => options.length > 0);
