import { describe, expect, it } from 'vitest';
import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { Crashed, crashAtAppend } from '../testing/memory-event-store.fixture.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { changeRules } from './change-rules.ts';
import { openRulebook } from './open-rulebook.ts';
import { readRules } from './read-rules.ts';

describe('opening the rulebook', () => {
  it('keeps the values that were settings of their own, and happens once', async () => {
    const studio = new Studio();
    const deps = studio.start();
    const setting = { key: 'priority_booking_hours', value: '6', description: '' };
    await changeSetting(deps, setting, studio.context());
    await openRulebook(deps, null, studio.context());
    await openRulebook(studio.start(), null, studio.context());
    expect(await readRules(studio.start().deciders)).toMatchObject({
      version: 1,
      priorityBookingHours: 6,
      instructorFeePence: 3_000,
    });
    expect(studio.log.events.filter(({ type }) => type === 'RulesChanged')).toHaveLength(1);
  });

  it('is done by one of two processes', async () => {
    const studio = new Studio();
    await Promise.all([1, 2].map(() => openRulebook(studio.start(), null, studio.context())));
    expect((await readRules(studio.start().deciders)).version).toBe(1);
  });
});

describe('changing rules', () => {
  const settings = [{ key: 'offer_minutes', value: '45' }] as const;

  it('asks a caller who saw another value, and names the present one', async () => {
    const studio = new Studio();
    const deps = studio.start();
    await changeRules(deps, { settings, expected: { value: '30' } }, studio.context());
    const second = { settings: [{ key: 'offer_minutes', value: '20' }] as const, expected: { value: '30' } };
    await expect(changeRules(deps, second, studio.context())).rejects.toMatchObject({
      code: 'CHANGED_SINCE',
      facts: { changed: { value: { was: '30', is: '45' } } },
    });
    const several = { ...second, expected: { offer_minutes: '30' } };
    await expect(changeRules(deps, several, studio.context())).rejects.toMatchObject({
      facts: { changed: { offer_minutes: { was: '30', is: '45' } } },
    });
  });

  it('of concurrent processes makes one version each, one after the other', async () => {
    const studio = new Studio();
    const values = ['35', '40', '45', '50'];
    await Promise.all(
      values.map((value) =>
        changeRules(studio.start(), { settings: [{ key: 'offer_minutes', value }] }, studio.context()),
      ),
    );
    const { state } = await studio.start().deciders.load(rulebookDecider, RULEBOOK);
    expect(state.rules.version).toBe(values.length);
  });

  it.each(['before', 'after'] as const)(
    'is done once when the process crashes %s its append',
    async (when) => {
      const studio = new Studio();
      const context = studio.context();
      await expect(changeRules(studio.start(crashAtAppend(0, when)), { settings }, context)).rejects.toThrow(
        Crashed,
      );
      await changeRules(studio.start(), { settings }, context);
      expect(studio.log.events).toHaveLength(1);
      expect(await readRules(studio.start().deciders)).toMatchObject({ offerMinutes: 45 });
    },
  );
});
