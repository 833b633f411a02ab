import type { Migration } from '../migrate.ts';

/** The numbers below where a sequence starts are kept for what is opened with fixed ids: the catalogue and the demo studio. */
export const idSequences: Migration = {
  id: '0002-id-sequences',
  sql: `
    CREATE SEQUENCE class_id_seq START 10000;
    CREATE SEQUENCE booking_id_seq START 100000;
    CREATE SEQUENCE instructor_id_seq START 100;
    CREATE SEQUENCE pass_id_seq START 100;
    CREATE SEQUENCE template_id_seq;
    CREATE SEQUENCE template_class_id_seq;
    CREATE SEQUENCE waitlist_id_seq;
    CREATE SEQUENCE membership_id_seq;
    CREATE SEQUENCE registration_id_seq;
    CREATE SEQUENCE purchase_id_seq;
    CREATE SEQUENCE setting_id_seq;
  `,
};
