import type { Migration } from '../migrate.ts';

/** The studio's name and address as calendar events have shown them, so that their SEQUENCE follows a change. */
export const calendarPlaces: Migration = {
  id: '0027-calendar-places',
  sql: `
    CREATE TABLE calendar_places (
      revision integer PRIMARY KEY,
      place text NOT NULL
    );
  `,
};
