import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRows, isLong } from '#tools/testing/outages/check-rows.ts';
import { type OutageStudio, startOutageStudio } from '#tools/testing/outages/outage-studio.ts';
import { createTestWorld, type TestWorld } from '#tools/testing/outages/test-world.ts';
import { wireOutage } from '#tools/testing/outages/wire-outages.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const middles = isLong ? [1, 5, 10, 20, 40, 70, 100, 150] : [40];

let studio: OutageStudio;
let world: TestWorld;
beforeAll(async () => {
  studio = await startOutageStudio();
  world = await createTestWorld(studio);
});
afterAll(() => studio?.stop());

it('loses nothing when Postgres is down, hangs, loses answers or is slow', {
  timeout: 1_800_000,
}, async () => {
  const part = {
    name: 'Postgres',
    wire: studio.wires.postgres,
    // Sessions and read models are in Postgres.
    readsContinue: 'none',
    commandsContinue: false,
  } as const;
  await checkRows('Postgres', world, [
    wireOutage(part, 'unreachable', 'before'),
    ...(['unreachable', 'half-open', 'answers lost'] as const).flatMap((fault) =>
      middles.map((afterChunks) => wireOutage(part, fault, { afterChunks })),
    ),
    wireOutage(part, 'slow', 'before'),
  ]);
});

it('serves requests that need no Postgres during its outage, and reports that it is not ready', async () => {
  const status = async (path: string) => (await fetch(studio.base + path)).status;
  await studio.wires.postgres.startFault('unreachable');
  try {
    expect(await status('/health/serving')).toBe(200);
    expect(await status('/api/config')).toBe(200);
    expect(await status('/health/ready')).toBe(503);
  } finally {
    await studio.wires.postgres.repair();
  }
  await waitFor(async () => (await status('/health/ready')) === 200);
});
