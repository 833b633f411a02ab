import { toLondonDay } from '#domain/london-time.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import { readSessions } from '#infra/postgres/tables/sessions.ts';
import { bookingsOfEach } from '#projections/read-models/bookings/queries.ts';
import { shownUsers } from '#projections/read-models/members/queries.ts';
import { classesByIds, classesOn } from '#projections/read-models/schedule/queries.ts';
import { placesInLines } from '#projections/read-models/waitlist/queries.ts';
import { lotsOfEach } from '#projections/read-models/wallet/queries.ts';

const unknownId = '00000000-0000-0000-0000-000000000000';

/** Prepares, on one connection, the statements that every open page runs, by running each for an unknown id. */
export async function prepareStatements(connection: Queryable, now: Date): Promise<void> {
  const date = toLondonDay(now);
  await readSessions(connection, [unknownId]);
  await shownUsers(connection, [unknownId], now);
  await bookingsOfEach(connection, [unknownId]);
  await lotsOfEach(connection, [unknownId]);
  await placesInLines(connection, [{ memberId: unknownId, date }]);
  await classesOn(connection, date);
  await classesByIds(connection, [0]);
}
