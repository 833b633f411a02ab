import { defineTable } from '#projections/definition/table.ts';

/** The state of a booking's pass. `moved`: to another booking. */
export type UseState = 'held' | 'used' | 'forfeited' | 'returned' | 'moved';

/** The pass of each booking; a used or forfeited one counts as consumed by the class. */
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
    /** The event that set the state. */
    position: 'bigint',
    stream: 'text',
    revision: 'bigint',
  },
  key: ['booking_id'],
  indexes: ['(class_id)', '(lot_id)', '(member_id)'],
});

/** Every move of passes between the places of a lot; rows are only inserted. */
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
    /** The event's revision in the member's wallet. */
    revision: 'bigint',
  },
  key: ['position'],
  indexes: [
    '(lot_id)',
    '(at)',
    '(month)',
    '(from_place, position) INCLUDE (passes)',
    '(to_place, position) INCLUDE (passes)',
  ],
});
