import { describe, expect, it } from 'vitest';
import { passDecider } from '#domain/pass/decider.ts';
import { createDryRun } from '#infra/event-store/dry-run.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { changePass, type PassChangeInput } from './change-pass.ts';
import { createPass } from './create-pass.ts';
import { removePass } from './remove-pass.ts';

const details = {
  name: '8 Class Pass',
  classes: 8,
  pricePence: 16_000,
  description: '',
  isActive: true,
  isPopular: false,
};
const change: PassChangeInput = { passId: 7, ...details, isSignUpOnly: false, validity: null };

async function shelf() {
  const studio = new Studio();
  const { deciders } = studio.start();
  const validity = { unit: 'weeks', count: 10 } as const;
  await createPass(
    { deciders, nextPassId: async () => 7 },
    { ...details, validity, offer: null },
    studio.context(),
  );
  const pass = async () => (await studio.start().deciders.load(passDecider, '7')).state.pass;
  return { studio, deciders, pass };
}

describe('a pass', () => {
  it('is changed, and keeps a missing validity', async () => {
    const { studio, deciders, pass } = await shelf();
    await changePass({ deciders }, { ...change, pricePence: 17_000, isSignUpOnly: true }, studio.context());
    expect(await pass()).toMatchObject({
      pricePence: 17_000,
      offer: 'sign_up',
      validity: { unit: 'weeks', count: 10 },
    });
    const validity = { unit: 'months', count: 3 } as const;
    await changePass({ deciders }, { ...change, validity }, studio.context());
    expect(await pass()).toMatchObject({ offer: null, validity });
  });

  it('is removed once', async () => {
    const { studio, deciders, pass } = await shelf();
    await removePass({ deciders }, { passId: 7 }, studio.context());
    await removePass({ deciders }, { passId: 7 }, studio.context());
    expect(await pass()).toBeNull();
    expect(studio.log.events.filter(({ type }) => type === 'PassRemoved')).toHaveLength(1);
    await expect(removePass({ deciders }, { passId: 8 }, studio.context())).rejects.toMatchObject({
      code: 'PASS_NOT_FOUND',
    });
  });
});

describe('a dry run', () => {
  it('decides and refuses as the command does, and appends nothing', async () => {
    const { studio, deciders, pass } = await shelf();
    const dry = () => ({ deciders: createDryRun(deciders).deciders });
    const [before, events] = [await pass(), studio.log.events.length];
    await removePass(dry(), { passId: 7 }, studio.context());
    await changePass(dry(), { ...change, pricePence: 30 }, studio.context());
    await expect(removePass(dry(), { passId: 8 }, studio.context())).rejects.toMatchObject({
      code: 'PASS_NOT_FOUND',
    });
    expect(await pass()).toEqual(before);
    expect(studio.log.events).toHaveLength(events);
  });

  it('returns the state that would follow', async () => {
    const { studio, deciders } = await shelf();
    const handled = await createDryRun(deciders).deciders.handle(passDecider, '7', studio.context(), () => [
      { type: 'PassRemoved', data: { passId: 7, at: studio.context().now.toISOString() } },
    ]);
    expect(handled.state).toEqual({ pass: null, isRemoved: true });
    expect(handled.events).toMatchObject([{ type: 'PassRemoved' }]);
    expect(handled.revision).toBe(0n);
  });
});
