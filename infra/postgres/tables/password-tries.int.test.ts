import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { forgetTry, type PasswordTry, settleStaffTry, startTry } from './password-tries.ts';
import { countDailyGuesses, countedSeconds, everywhereSchedule, placeSchedule } from './try-delays.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => database.pool.query('DELETE FROM password_tries'));
afterAll(() => database?.drop());

const anyone: PasswordTry = { credentialKind: 'account', clientHash: 'network', accountHash: 'ann' };
const begin = (attempt: PasswordTry) => startTry(database.pool, attempt, { isLimited: true });
const isChecked = async (attempt: PasswordTry) => 'id' in (await begin(attempt));
async function assertChecked(attempt: PasswordTry): Promise<string> {
  const begun = await begin(attempt);
  if ('shutForSeconds' in begun) throw new Error(`Not checked for another ${begun.shutForSeconds} s`);
  return begun.id;
}
/** Lets time pass. */
const age = (seconds: number) =>
  database.pool.query('UPDATE password_tries SET at = at - make_interval(secs => $1)', [seconds]);
/** Wrong passwords of the last seconds. */
const fail = ({ credentialKind, clientHash, accountHash, deviceId = null }: PasswordTry, times: number) =>
  database.pool.query(
    `INSERT INTO password_tries (door, client_hash, account_hash, device_id)
     SELECT $1, $2, $3, $4 FROM generate_series(1, $5)`,
    [credentialKind, clientHash, accountHash, deviceId, times],
  );

/** Guesses for a day, each as soon as it is checked, and returns how many there were. */
async function guessForADay(createAttempt: (index: number) => PasswordTry): Promise<number> {
  let guesses = 0;
  for (let seconds = 0; ; ) {
    const begun = await begin(createAttempt(guesses));
    if ('id' in begun) {
      guesses += 1;
      continue;
    }
    seconds += begun.shutForSeconds;
    if (seconds >= countedSeconds) return guesses;
    await age(begun.shutForSeconds);
  }
}

it('checks as many guesses a day of one network or known device as the schedule promises', async () => {
  const promised = countDailyGuesses(placeSchedule);
  expect(await guessForADay(() => anyone)).toBe(promised);
  expect(await guessForADay(() => ({ ...anyone, deviceId: '7' }))).toBe(promised);
});

it('checks as many guesses a day of all networks together as the schedule promises', async () => {
  const guesses = await guessForADay((index) => ({ ...anyone, clientHash: `network ${index}` }));
  expect(guesses).toBe(countDailyGuesses(everywhereSchedule));
});

it('bounds the guesses at a shared password from all networks too', async () => {
  const shared = { credentialKind: 'admin', accountHash: null };
  await fail({ ...shared, clientHash: 'another network' }, 40);
  const waiting = await begin({ ...shared, clientHash: 'network' });
  expect(waiting).toEqual({ shutForSeconds: 120 });
});

it.each([
  ['another credential', { credentialKind: 'admin', accountHash: null }],
  ['another account', { accountHash: 'bea' }],
  ['another network', { clientHash: 'another network' }],
  ['a known device of the account', { deviceId: '7' }],
])('lets %s try while wrong passwords slow one down', async (_, other) => {
  await fail(anyone, 19);
  expect(await isChecked(anyone)).toBe(false);
  expect(await isChecked({ ...anyone, ...other })).toBe(true);
});

it('counts the wrong passwords of a known device for itself only', async () => {
  await fail({ ...anyone, deviceId: '7' }, 50);
  expect(await isChecked({ ...anyone, deviceId: '7' })).toBe(false);
  expect(await isChecked({ ...anyone, deviceId: '8' })).toBe(true);
  expect(await isChecked(anyone)).toBe(true);
});

it('checks one of twelve concurrent attempts when the next is due', async () => {
  await fail(anyone, 14);
  await age(600);
  const attempts = await Promise.all(Array.from({ length: 12 }, () => begin(anyone)));
  expect(attempts.filter((attempt) => 'id' in attempt)).toHaveLength(1);
});

it('forgets the wrong passwords of the same place after a right one, and no others', async () => {
  await fail(anyone, 4);
  await settleStaffTry(database.pool, await assertChecked(anyone), { succeeded: true, staffId: 'ann' });
  await fail(anyone, 4);
  await forgetTry(database.pool, await assertChecked(anyone));
  expect(await isChecked(anyone)).toBe(true);
  // What staff can read stays.
  expect((await database.pool.query('SELECT 1 FROM password_tries')).rowCount).toBe(10);

  const elsewhere = { ...anyone, clientHash: 'elsewhere' };
  await fail(elsewhere, 15);
  await settleStaffTry(database.pool, await assertChecked(anyone), { succeeded: true, staffId: 'ann' });
  expect(await isChecked(elsewhere)).toBe(false);
});

it('deletes those of a member after the right one, and after a day', async () => {
  const member = { ...anyone, credentialKind: 'member' };
  await fail(member, 3);
  await forgetTry(database.pool, await assertChecked(member));
  expect((await database.pool.query('SELECT 1 FROM password_tries')).rowCount).toBe(0);
  await fail(member, 3);
  await fail(anyone, 3);
  await age(countedSeconds);
  await assertChecked({ ...anyone, accountHash: 'bea' });
  const { rows } = await database.pool.query('SELECT DISTINCT door FROM password_tries');
  expect(rows).toEqual([{ door: 'account' }]);
});

it('records attempts without limiting them where there are no limits', async () => {
  await fail(anyone, 50);
  expect(await startTry(database.pool, anyone, { isLimited: false })).toHaveProperty('id');
});
