import type { Migration } from '../migrate.ts';

export const complaintIds: Migration = {
  id: '0040-complaint-ids',
  sql: 'CREATE SEQUENCE complaint_id_seq;',
};
