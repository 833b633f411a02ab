import { londonDay } from '#domain/london-time.ts';
import type { Asker } from '#infra/postgres/asker.ts';
import { bookingsOfEach } from '#projections/read-models/bookings/queries.ts';
import { shownUsers } from '#projections/read-models/members/queries.ts';
import { classesByIds, classesOn } from '#projections/read-models/schedule/queries.ts';
import { placesInLines } from '#projections/read-models/waitlist/queries.ts';
import { lotsOfEach } from '#projections/read-models/wallet/queries.ts';
import { sessionsOf } from '../sessions.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/** Has a connection know what every open page asks for, by asking it for nobody. */
export async function prepareStatements(connection: Asker, now: Date): Promise<void> {
  const date = londonDay(now);
  await sessionsOf(connection, [nobody]);
  await shownUsers(connection, [nobody], now);
  await bookingsOfEach(connection, [nobody]);
  await lotsOfEach(connection, [nobody]);
  await placesInLines(connection, [{ memberId: nobody, date }]);
  await classesOn(connection, date);
  await classesByIds(connection, [0]);
}
