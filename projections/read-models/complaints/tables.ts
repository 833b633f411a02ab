import { defineTable } from '#projections/definition/table.ts';

/** Complaints about personal data. What people wrote is only in the sealed columns, which are null once erased. */
export const complaints = defineTable({
  name: 'complaints',
  columns: {
    id: 'integer',
    /** Name, address and text, encrypted with the complaint's key. */
    sealed: 'text null',
    received_at: 'timestamptz',
    due_at: 'timestamptz',
    acknowledged_at: 'timestamptz null',
    /** Of the latest answer. */
    answered_at: 'timestamptz null',
    /** Of the last event, from which the retention period counts. */
    last_at: 'timestamptz',
    erased_at: 'timestamptz null',
  },
  key: ['id'],
  indexes: ['(due_at) WHERE answered_at IS NULL', '(last_at) WHERE erased_at IS NULL'],
});

/** The answers to complaints, encrypted with the complaint's key. */
export const complaintAnswers = defineTable({
  name: 'complaint_answers',
  columns: {
    complaint_id: 'text',
    answer_id: 'text',
    sealed: 'text null',
    answered_at: 'timestamptz',
    /** The id of a staff account, or the role of a shared password. */
    answered_by: 'text',
  },
  key: ['complaint_id', 'answer_id'],
});
