import { afterAll, beforeAll, expect, it } from 'vitest';
import { repeatedOffersAnswer } from '#services/contract/admin-offers.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

const signUpClass = 1;
const fivePasses = 5;
const [visa, mastercard, debit] = ['4242424242424242', '5555555555554444', '4000056655665556'] as const;

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

const countNotes = async () => (await studio.query('SELECT 1 FROM offer_uses')).length;
const readRepeated = async () =>
  (await admin.expect(repeatedOffersAnswer, 'GET', '/api/admin/repeated-offers')).offers;

/** Signs up, buys the Sign Up Class, and waits until the purchase is noted. */
async function takeOffer(email: string, name: string, card: string): Promise<StudioClient> {
  const before = await countNotes();
  const member = await visitor.signUp(email, name);
  expect((await member.buy(signUpClass, card)).status).toBe(200);
  await waitFor(async () => (await countNotes()) === before + 1, { what: `the note of ${name}’s offer` });
  return member;
}

it('lists an offer that a mailbox or a card had before, refuses nothing, and forgets with the account', async () => {
  const ann = await takeOffer('ann.shore@gmail.com', 'Ann', visa);
  await takeOffer('carl@example.com', 'Carl', mastercard);
  expect(await readRepeated()).toEqual([]);

  const again = await takeOffer('AnnShore+2@googlemail.com', 'Ann Again', debit);
  await takeOffer('dora@example.com', 'Dora', visa);
  await takeOffer('carl+offer@example.com', 'Carl Again', mastercard);
  const members = async () =>
    (await readRepeated()).map((offer) => [offer.memberName, offer.sharedBy, offer.firstMemberName]);
  expect(await members()).toEqual([
    ['Carl Again', 'both', 'Carl'],
    ['Dora', 'card', 'Ann'],
    ['Ann Again', 'mailbox', 'Ann'],
  ]);
  expect((await readRepeated())[0]).toMatchObject({ passName: 'Sign Up Class' });

  // What everyone may buy as often as they like is not noted.
  expect((await again.buy(fivePasses, debit)).status).toBe(200);
  expect(await countNotes()).toBe(5);
  const stored = JSON.stringify(await studio.query('SELECT * FROM offer_uses'));
  for (const clear of ['shore', 'gmail', visa]) expect(stored.toLowerCase()).not.toContain(clear);

  expect((await ann.call('DELETE', '/api/user', { password: 'seaside-7' })).status).toBe(200);
  await waitFor(async () => (await countNotes()) === 4, { what: 'Ann’s note to be deleted' });
  expect(await members()).toEqual([['Carl Again', 'both', 'Carl']]);
});
