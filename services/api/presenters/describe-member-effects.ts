import { formatDay, formatDayTime } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { ClassRow } from '#projections/read-models/schedule/queries.ts';
import type { LotRow } from '#projections/read-models/wallet/queries.ts';
import type { ErasurePreview } from '#services/commands/erasure/preview-erasure.ts';
import type { AdjustmentResult } from '#services/commands/wallet/adjust-passes.ts';
import type { MemberPass } from '#services/contract/admin-members.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { describeLot } from './describe-lot.ts';
import { formatCount } from './wording.ts';

export const describeMemberPass = (row: LotRow, now: Date): MemberPass => ({
  ...describeLot(row, now),
  kind: row.kind,
});

interface NamedMember {
  readonly id: string;
  readonly name: string | null;
}

const formatPasses = (count: number) => formatCount(count, 'pass', 'passes');

/** The effects of giving or taking passes by hand. */
export function describePassAdjustment(
  { id, name }: NamedMember,
  direction: 'give' | 'take',
  { moved, remaining }: AdjustmentResult,
): Effects {
  const count = moved.reduce((sum, lot) => sum + lot.passes, 0);
  const lines = moved.map(({ passes: inLot, passName, expiresAt, valuePence }) =>
    direction === 'give'
      ? `${formatPasses(inLot)} added as a ${passName}, to be used by ${formatDay(expiresAt)}.`
      : `${formatPasses(inLot)} removed from the ${passName} that runs to ${formatDay(expiresAt)}${
          valuePence > 0 ? `, worth ${formatPounds(valuePence)}` : ''
        }.`,
  );
  const after = `${name ?? 'The member'} then has ${formatPasses(remaining)}. No email is sent.`;
  return {
    summary: moved.length === 0 ? ['This was done already. Nothing more will happen.'] : [...lines, after],
    counts: { bookings: 0, passesReturned: 0, passesLost: direction === 'take' ? count : 0, emails: 0 },
    people:
      count === 0
        ? []
        : [
            {
              userId: id,
              name: name ?? '',
              effect: `${direction === 'give' ? 'Gets' : 'Loses'} ${formatPasses(count)}`,
            },
          ],
  };
}

/** The effects of deleting a member; `classes` are the classes of the bookings that end. */
export function describeErasure(
  { id, name }: NamedMember,
  preview: ErasurePreview,
  classes: readonly ClassRow[],
): Effects {
  const { classIds, waitingIn, passesLost, valueLostPence, endsMembership } = preview;
  const bookings = classes
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
    .map(({ name: level, startsAt }) => ({
      userId: id,
      name: name ?? '',
      effect: `Booking cancelled: ${level}, ${formatDayTime(startsAt.toISOString())}`,
    }));
  const worth = valueLostPence > 0 ? `, worth ${formatPounds(valueLostPence)}` : '';
  return {
    summary: [
      `${name ?? 'The member'} is signed out, and their name, contact and health details are erased for good.`,
      ...(classIds.length > 0
        ? [
            `${formatCount(classIds.length, 'booking to come is', 'bookings to come are')} cancelled, and whoever waits for the spot is told.`,
          ]
        : []),
      ...(waitingIn > 0 ? [`They leave ${formatCount(waitingIn, 'waitlist', 'waitlists')}.`] : []),
      ...(passesLost > 0
        ? [
            `${formatCount(passesLost, 'unused pass is', 'unused passes are')} lost${worth}. No money goes back.`,
          ]
        : []),
      ...(endsMembership ? ['Their membership ends now, and no further payment is taken.'] : []),
      'One email tells them that their account has been deleted.',
      'Past bookings and payments stay in the reports, without a name.',
    ],
    counts: { bookings: classIds.length, passesReturned: 0, passesLost, emails: 1 },
    people: bookings,
  };
}
