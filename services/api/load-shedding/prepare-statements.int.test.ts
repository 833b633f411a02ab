import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { prepareStatements } from './prepare-statements.ts';

/** Postgres makes a custom plan for the first five executions of a prepared statement before it considers a generic one. */
const customPlans = 5;

let studio: Awaited<ReturnType<typeof startProjectedStudio>>;
beforeAll(async () => {
  studio = await startProjectedStudio(new StudioHistory().generateEvents(300));
});
afterAll(() => studio?.drop());

it('lets Postgres switch every prepared statement to a generic plan', async () => {
  const connection = await studio.pool.connect();
  try {
    for (let run = 0; run < customPlans + 3; run += 1) await prepareStatements(connection, new Date());
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
      ].map((name) => ({ name, planned: customPlans })),
    );
  } finally {
    connection.release();
  }
});
