import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRows, isLong } from '#tools/testing/outages/check-rows.ts';
import { type OutageStudio, startOutageStudio } from '#tools/testing/outages/outage-studio.ts';
import { wireOutage } from '#tools/testing/outages/wire-outages.ts';
import { makeWorld, type World } from '#tools/testing/outages/world.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const middles = isLong ? [1, 5, 10, 20, 40, 70, 100, 150] : [40];

let studio: OutageStudio;
let world: World;
beforeAll(async () => {
  studio = await startOutageStudio();
  world = await makeWorld(studio);
});
afterAll(() => studio.stop());

it('loses nothing when Postgres goes, hangs, loses answers or is slow', { timeout: 1_800_000 }, async () => {
  const part = {
    name: 'Postgres',
    wire: studio.wires.postgres,
    // Who asks and what is shown is in Postgres.
    readsGoOn: 'none',
    commandsGoOn: false,
  } as const;
  await checkRows('Postgres', world, [
    wireOutage(part, 'gone', 'before'),
    ...(['gone', 'silent', 'deaf'] as const).flatMap((fault) =>
      middles.map((afterPieces) => wireOutage(part, fault, { afterPieces })),
    ),
    wireOutage(part, 'slow', 'before'),
  ]);
});

it('serves on without Postgres what needs none of it, and says that it is not ready', async () => {
  const status = async (path: string) => (await fetch(studio.base + path)).status;
  await studio.wires.postgres.strike('gone');
  try {
    expect(await status('/health/serving')).toBe(200);
    expect(await status('/api/config')).toBe(200);
    expect(await status('/health/ready')).toBe(503);
  } finally {
    await studio.wires.postgres.mend();
  }
  await waitFor(async () => (await status('/health/ready')) === 200);
});
