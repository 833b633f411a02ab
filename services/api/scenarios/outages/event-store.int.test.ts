import { afterAll, beforeAll, it } from 'vitest';
import { checkRows, isLong } from '#tools/testing/outages/check-rows.ts';
import { type OutageStudio, startOutageStudio } from '#tools/testing/outages/outage-studio.ts';
import { createTestWorld, type TestWorld } from '#tools/testing/outages/test-world.ts';
import { wireOutage } from '#tools/testing/outages/wire-outages.ts';

const middles = isLong ? [1, 3, 6, 10, 15, 25, 40, 60] : [10];

let studio: OutageStudio;
let world: TestWorld;
beforeAll(async () => {
  studio = await startOutageStudio();
  world = await createTestWorld(studio);
});
afterAll(() => studio?.stop());

it('loses nothing when the event store is down, hangs, loses answers or is slow', {
  timeout: 1_800_000,
}, async () => {
  const part = {
    name: 'event store',
    wire: studio.wires.eventStore,
    readsContinue: 'without events',
    // Every command appends to it, except signing in.
    commandsContinue: new Set(['sign in']),
  } as const;
  await checkRows('event store', world, [
    wireOutage(part, 'unreachable', 'before'),
    ...(['unreachable', 'half-open', 'answers lost'] as const).flatMap((fault) =>
      middles.map((afterChunks) => wireOutage(part, fault, { afterChunks })),
    ),
    wireOutage(part, 'slow', 'before'),
  ]);
});
