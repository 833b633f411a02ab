import { expect, it } from 'vitest';
import { changeSetting } from '#services/commands/setting/change-setting.ts';
import { Studio } from '#services/commands/testing/studio.fixture.ts';
import { readSettingHistory } from './setting-history.ts';

it('reads every change of the value with its actor, the latest first', async () => {
  const studio = new Studio();
  const { deciders } = studio.start();
  const set = (value: string, description: string) =>
    changeSetting(
      { deciders },
      { key: 'special_offer_days', value, description },
      {
        ...studio.context(),
        actor: { kind: 'staff', role: 'admin' },
      },
    );
  await set('7', 'Days');
  await set('10', 'Days');
  // The same value with another description.
  await set('10', 'For how many days');
  await set('7', 'For how many days');
  const history = await readSettingHistory(studio.log.connect(), 'special_offer_days');
  expect(history.map(({ from, to }) => [from, to])).toEqual([
    ['10', '7'],
    ['7', '10'],
    [null, '7'],
  ]);
  expect(history[0]).toMatchObject({
    at: '2026-05-12T09:00:00.000Z',
    actor: { kind: 'staff', role: 'admin' },
  });
  expect(await readSettingHistory(studio.log.connect(), 'no_such_setting')).toEqual([]);
});
