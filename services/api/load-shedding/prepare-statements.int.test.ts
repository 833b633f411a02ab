import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { prepareStatements } from './prepare-statements.ts';

/** Postgres plans a statement for its very values so often before it weighs a plan for any values against that. */
const plannedAtFirst = 5;

let studio: Awaited<ReturnType<typeof projectedStudio>>;
beforeAll(async () => {
  studio = await projectedStudio(new StudioHistory().life(300));
});
afterAll(() => studio.drop());

it('what open pages ask for is planned once for a connection, not each time it is asked', async () => {
  const connection = await studio.pool.connect();
  try {
    for (let time = 0; time < plannedAtFirst + 3; time += 1) await prepareStatements(connection, new Date());
    const { rows } = await connection.query<{ name: string; planned: number }>(
      'SELECT name, custom_plans::int AS planned FROM pg_prepared_statements ORDER BY name',
    );
    expect(rows).toEqual(
      [
        'bookings-of-each',
        'classes-by-ids',
        'classes-on',
        'lots-of-each',
        'places-in-lines',
        'sessions',
        'shown-users',
      ].map((name) => ({ name, planned: plannedAtFirst })),
    );
  } finally {
    connection.release();
  }
});
