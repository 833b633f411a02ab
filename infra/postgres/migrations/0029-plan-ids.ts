import type { Migration } from '../migrate.ts';

/** Below its start are the fixed ids of plans that a studio opens with. */
export const planIds: Migration = {
  id: '0029-plan-ids',
  sql: 'CREATE SEQUENCE plan_id_seq START 100;',
};
