import { expect, it } from 'vitest';
import { openingCatalogue } from '#domain/pass/opening-catalogue.ts';
import { planDecider } from '#domain/plan/decider.ts';
import { firstPlan } from '#domain/plan/first-plan.ts';
import { createPass } from '../catalogue/create-pass.ts';
import { changePlan } from '../plan/change-plan.ts';
import { retirePlan } from '../plan/retire-plan.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { openStudio } from './open-studio.ts';

const { planId, ...terms } = firstPlan;

it('opens with the first plan once, and leaves it as the staff have changed it', async () => {
  const studio = new Studio();
  const open = () => openStudio(studio.start(), null, studio.context());
  await open();
  const opened = studio.log.events.length;
  expect(studio.log.events.filter(({ type }) => type === 'PlanCreated')).toHaveLength(1);
  await open();
  expect(studio.log.events).toHaveLength(opened);
  await changePlan(studio.start(), { ...terms, planId, pricePence: 19_000 }, studio.context());
  await retirePlan(studio.start(), { planId }, studio.context());
  await open();
  const { state } = await studio.start().deciders.load(planDecider, String(planId));
  expect(state).toMatchObject({ plan: { pricePence: 19_000 }, isRetired: true });
});

it('gives a studio that opened before there were plans the first one', async () => {
  const studio = new Studio();
  const [pass] = openingCatalogue;
  if (pass === undefined) throw new Error('The catalogue is empty');
  const deps = { ...studio.start(), nextPassId: async () => pass.passId };
  await createPass(deps, pass, studio.context());
  await openStudio(studio.start(), null, studio.context());
  const types = studio.log.events.map(({ type }) => type);
  expect(types.filter((type) => type === 'PlanCreated')).toHaveLength(1);
  expect(types.filter((type) => type === 'PassCreated')).toHaveLength(openingCatalogue.length);
});
