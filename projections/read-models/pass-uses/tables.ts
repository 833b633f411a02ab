import { defineTable } from '#projections/definition/table.ts';

/** Where a booking's pass is. `moved`: it went on to another booking. */
export type UseState = 'held' | 'used' | 'forfeited' | 'returned' | 'moved';

/** The pass of each booking: a class consumed it while it is used or forfeited. */
export const passUses = defineTable({
  name: 'pass_uses',
  columns: {
    booking_id: 'integer',
    class_id: 'integer',
    member_id: 'text',
    lot_id: 'text',
    /** A `UseState`. */
    state: 'text',
    at: 'timestamptz',
    /** Of the event that made it so. */
    position: 'bigint',
    stream: 'text',
    revision: 'bigint',
  },
  key: ['booking_id'],
  indexes: ['(class_id)', '(lot_id)', '(member_id)'],
});

/** Every move of passes in or out of a place of a lot, in the order of the log; nothing is ever changed here. */
export const lotMoves = defineTable({
  name: 'lot_moves',
  columns: {
    position: 'bigint',
    lot_id: 'text',
    member_id: 'text',
    at: 'timestamptz',
    /** The London day, and its month `yyyy-MM`. */
    month: 'text',
    passes: 'integer',
    from_place: 'text null',
    to_place: 'text null',
  },
  key: ['position'],
  indexes: ['(lot_id)', '(at)', '(month)'],
});
