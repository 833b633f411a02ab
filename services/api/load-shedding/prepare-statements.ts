import { toLondonDay } from '#domain/london-time.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import { readBookingsOfMembers } from '#projections/read-models/bookings/queries.ts';
import { readShownUsers } from '#projections/read-models/members/queries.ts';
import { readSessions } from '#projections/read-models/members/session-queries.ts';
import { readClassesByIds, readClassesOfDays } from '#projections/read-models/schedule/queries.ts';
import { readWaitlistPlaces } from '#projections/read-models/waitlist/queries.ts';
import { readLotsOfMembers } from '#projections/read-models/wallet/queries.ts';

const unknownId = '00000000-0000-0000-0000-000000000000';

/** Prepares, on one connection, the statements that every open page runs, by running each for an unknown id. */
export async function prepareStatements(connection: Queryable, now: Date): Promise<void> {
  const date = toLondonDay(now);
  await readSessions(connection, [unknownId]);
  await readShownUsers(connection, [unknownId], now);
  await readBookingsOfMembers(connection, [unknownId]);
  await readLotsOfMembers(connection, [unknownId]);
  await readWaitlistPlaces(connection, [{ memberId: unknownId, date }]);
  await readClassesOfDays(connection, date);
  await readClassesByIds(connection, [0]);
}
