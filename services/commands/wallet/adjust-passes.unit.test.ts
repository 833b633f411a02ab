import { expect, it } from 'vitest';
import { createDryRun } from '#infra/event-store/dry-run.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { adjustPasses, type PassAdjustmentInput } from './adjust-passes.ts';

const take: PassAdjustmentInput = {
  memberId: 'ann',
  direction: 'take',
  key: 'click-1',
  passes: 3,
  reason: 'Given by mistake',
};

it('previews an adjustment in a dry run, then makes exactly that, once', async () => {
  const studio = new Studio();
  await studio.grant('ann', 2);
  const deps = studio.start();
  const give = { ...take, direction: 'give', key: 'click-0', passes: 2 } as const;
  await adjustPasses(deps, give, studio.context());
  const appended = studio.log.events.length;

  const dry = { deciders: createDryRun(deps.deciders).deciders };
  const predicted = await adjustPasses(dry, take, studio.context());
  expect(studio.log.events.length).toBe(appended);
  expect(predicted).toMatchObject({
    remaining: 1,
    moved: [
      { kind: 'adjustment', passName: 'Studio Pass', passes: 2, valuePence: 0 },
      { kind: 'purchase', passName: 'Pass', passes: 1, valuePence: 1_200 },
    ],
  });

  const done = await adjustPasses(deps, take, studio.context());
  expect(done.moved).toEqual(predicted.moved);
  const again = await adjustPasses(studio.start(), take, studio.context(now));
  expect(again).toMatchObject({ remaining: 1, moved: [] });
});
