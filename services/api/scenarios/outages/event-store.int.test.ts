import { afterAll, beforeAll, it } from 'vitest';
import { checkRows, isLong } from '#tools/testing/outages/check-rows.ts';
import { type OutageStudio, startOutageStudio } from '#tools/testing/outages/outage-studio.ts';
import { wireOutage } from '#tools/testing/outages/wire-outages.ts';
import { makeWorld, type World } from '#tools/testing/outages/world.ts';

const middles = isLong ? [1, 3, 6, 10, 15, 25, 40, 60] : [10];

let studio: OutageStudio;
let world: World;
beforeAll(async () => {
  studio = await startOutageStudio();
  world = await makeWorld(studio);
});
afterAll(() => studio.stop());

it('loses nothing when the event store goes, hangs, loses answers or is slow', {
  timeout: 1_800_000,
}, async () => {
  const part = {
    name: 'event store',
    wire: studio.wires.eventStore,
    readsGoOn: 'without events',
    // It decides; only what writes nothing can go on.
    commandsGoOn: new Set(['sign in']),
  } as const;
  await checkRows('event store', world, [
    wireOutage(part, 'gone', 'before'),
    ...(['gone', 'silent', 'deaf'] as const).flatMap((fault) =>
      middles.map((afterPieces) => wireOutage(part, fault, { afterPieces })),
    ),
    wireOutage(part, 'slow', 'before'),
  ]);
});
