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
    ...['in', 'out', 'leaving', 'gone'].flatMap((id) => history.member(id)),
    consent('in', 'ConsentGiven', early),
    consent('out', 'ConsentGiven', early),
    consent('out', 'ConsentWithdrawn', late),
    consent('leaving', 'ConsentGiven', early),
    recorder.record('member-gone', { type: 'MemberErased', data: { memberId: 'gone', at: late } }),
  ]);
});
afterAll(() => studio?.drop());

/** Follows a consent and returns the calls to the mailing list; `meanwhile` runs during the first call. */
async function listCalls(memberId: string, given: boolean, at: string, meanwhile = async () => {}) {
  const calls: string[] = [];
  const record = (what: string) => async (change: { email: string; list: number }) => {
    calls.push(`${what} ${change.email} ${change.list}`);
    if (calls.length === 1) await meanwhile();
  };
  const mail = { addToList: record('add'), removeFromList: record('remove') };
  await followConsent({ pool: studio.pool, mail }, { memberId, given, at });
  return calls;
}

const removals = (who: string) => [2, 13, 14].map((list) => `remove ${who}@example.test ${list}`);

test('the mailing list follows the current consent', async () => {
  expect(await listCalls('in', true, early)).toEqual(['add in@example.test 2']);
  expect(await listCalls('out', false, late)).toEqual(removals('out'));
  // Withdrawn in the meantime, and given again.
  expect(await listCalls('out', true, early)).toEqual(removals('out'));
  expect(await listCalls('in', false, early)).toEqual(['add in@example.test 2']);
  expect(await listCalls('gone', false, early)).toEqual([]);
});

test('a change that the read model lacks is retried', async () => {
  await expect(listCalls('in', false, late)).rejects.toThrow('not in the read model yet');
  await expect(listCalls('out', true, '2026-03-04T10:00:00.000Z')).rejects.toThrow(
    'not in the read model yet',
  );
  await expect(listCalls('nobody', true, early)).rejects.toThrow('not in the read model yet');
});

test('a member who withdraws the consent while being added is removed again', async () => {
  const leave = async () => {
    await studio.pool.query(`UPDATE users SET newsletter = false, updated_at = $1 WHERE id = 'leaving'`, [
      late,
    ]);
  };
  expect(await listCalls('leaving', true, early, leave)).toEqual([
    'add leaving@example.test 2',
    ...removals('leaving'),
  ]);
});
