import { toLondonDay } from '#domain/london-time.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { REMOVED_MEMBER } from '#projections/definition/removed-member.ts';
import { getWalletMove, isWalletRecord, type WalletRecord } from '../wallet/moves.ts';
import { lotMoves, passUses, type UseState } from './tables.ts';

const usesByPlace = { used: 'used', available: 'returned', forfeited: 'forfeited' } as const;

/** The booking whose pass an event moves, and the pass's new state. */
function getUseAfter(event: WalletRecord): { bookingId: number; classId: number; state: UseState } | null {
  switch (event.type) {
    case 'PassHeld':
      return { ...event.data, state: 'held' };
    case 'PassSpent':
      return { ...event.data, state: 'used' };
    case 'PassReturned':
      return { ...event.data, state: 'returned' };
    case 'PassForfeited':
      return { ...event.data, state: 'forfeited' };
    case 'PassMoved':
      return { ...event.data, state: 'moved' };
    case 'PassMovedBack':
      return { ...event.data, state: usesByPlace[event.data.to] };
    default:
      return null;
  }
}

function project(event: StudioRecord, write: Writer): void {
  if (event.type === 'MemberRecordsRemoved') {
    const ofMember = { column: 'member_id', is: event.data.memberId } as const;
    write.patchAll(passUses, ofMember, { member_id: REMOVED_MEMBER });
    write.patchAll(lotMoves, ofMember, { member_id: REMOVED_MEMBER });
    return;
  }
  if (!isWalletRecord(event)) return;
  const { memberId, lotId, at } = event.data;
  const { passes, from, to } = getWalletMove(event);
  const position = String(event.position);
  if (passes > 0) {
    const month = toLondonDay(new Date(at)).slice(0, 7);
    write.put(lotMoves, {
      position,
      lot_id: lotId,
      member_id: memberId,
      at,
      month,
      passes,
      from_place: from,
      to_place: to,
      revision: String(event.revision),
    });
  }
  const log = { at, position, stream: event.stream, revision: String(event.revision) };
  const put = (use: { bookingId: number; classId: number; state: UseState }) =>
    write.put(passUses, {
      booking_id: use.bookingId,
      class_id: use.classId,
      member_id: memberId,
      lot_id: lotId,
      state: use.state,
      ...log,
    });
  const use = getUseAfter(event);
  if (use !== null) put(use);
  if (event.type === 'PassMoved')
    put({ bookingId: event.data.toBookingId, classId: event.data.toClassId, state: 'held' });
  // The booking that the pass was moved to was never made.
  if (event.type === 'PassMovedBack') write.remove(passUses, { booking_id: event.data.fromBookingId });
}

/** The uses and moves of passes, for figures. */
export const passUsesProjection: Projection = {
  name: 'pass-uses',
  version: 3,
  tables: [passUses, lotMoves],
  project,
};
