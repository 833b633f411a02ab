import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { followConsent } from './follow-consent.ts';

const [early, late] = ['2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];

let studio: Awaited<ReturnType<typeof startProjectedStudio>>;
beforeAll(async () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder);
  const consent = (memberId: string, type: 'ConsentGiven' | 'ConsentWithdrawn', at: string) =>
    recorder.record(`member-${memberId}`, { type, data: { memberId, consent: 'newsletter', at } });
  studio = await startProjectedStudio([
    ...['in', 'out', 'gone'].flatMap((id) => history.member(id)),
    consent('in', 'ConsentGiven', early),
    consent('out', 'ConsentGiven', early),
    consent('out', 'ConsentWithdrawn', late),
    recorder.record('member-gone', { type: 'MemberErased', data: { memberId: 'gone', at: late } }),
  ]);
});
afterAll(() => studio.drop());

/** What the mailing list is asked for after a member's consent was given or withdrawn. */
async function changes(memberId: string, given: boolean, at: string, meanwhile = async () => {}) {
  const asked: string[] = [];
  const ask = (what: string) => async (change: { email: string; list: number }) => {
    asked.push(`${what} ${change.email} ${change.list}`);
    if (asked.length === 1) await meanwhile();
  };
  const mail = { sendEmail: async () => {}, addToList: ask('add'), removeFromList: ask('remove') };
  await followConsent({ pool: studio.pool, mail }, { memberId, given, at });
  return asked;
}

const off = (who: string) => [2, 13, 14].map((list) => `remove ${who}@example.test ${list}`);

test('the mailing list follows the consent as it is by now', async () => {
  expect(await changes('in', true, early)).toEqual(['add in@example.test 2']);
  expect(await changes('out', false, late)).toEqual(off('out'));
  // Withdrawn meanwhile, and given again.
  expect(await changes('out', true, early)).toEqual(off('out'));
  expect(await changes('in', false, early)).toEqual(['add in@example.test 2']);
  expect(await changes('gone', false, early)).toEqual([]);
});

test('a change that the read model lacks is waited for', async () => {
  await expect(changes('in', false, late)).rejects.toThrow('not in the read model yet');
  await expect(changes('out', true, '2026-03-04T10:00:00.000Z')).rejects.toThrow('not in the read model yet');
  await expect(changes('nobody', true, early)).rejects.toThrow('not in the read model yet');
});

test('who leaves while being added is taken off again', async () => {
  const leave = async () => {
    await studio.pool.query(`UPDATE users SET newsletter = false, updated_at = $1 WHERE id = 'in'`, [late]);
  };
  expect(await changes('in', true, early, leave)).toEqual(['add in@example.test 2', ...off('in')]);
});
