import { defineTable } from '#projections/definition/table.ts';

const logPlace = {
  position: 'bigint',
  at: 'timestamptz',
  stream: 'text',
  revision: 'bigint',
} as const;

/** Each recorded reading of a member's personal data by staff; the columns hold ids and no personal data. */
export const dataReadings = defineTable({
  name: 'data_readings',
  columns: {
    ...logPlace,
    member_id: 'text',
    /** The id of a staff account, or the role of a shared password. */
    reader: 'text',
    /** A `PersonalDataKind`. */
    what: 'text',
  },
  key: ['position'],
  indexes: ['(at)', '(member_id)'],
});

/** Why an event is listed as unusual. */
export type UnusualKind = 'adjustment' | 'removal' | 'refund' | 'rules' | 'export';

/** Each event that an auditor wants to know of without searching for it. */
export const unusualEvents = defineTable({
  name: 'unusual_events',
  columns: {
    ...logPlace,
    /** An `UnusualKind`. */
    kind: 'text',
    /** null for an event about no member. */
    member_id: 'text null',
  },
  key: ['position'],
  indexes: ['(kind, position)', '(member_id)'],
});
