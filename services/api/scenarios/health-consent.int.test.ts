import { afterAll, beforeAll, expect, it } from 'vitest';
import { profileAnswer } from '#services/contract/account.ts';
import { tokenAnswer } from '#services/contract/auth.ts';
import { consentsAnswer } from '#services/contract/consents.ts';
import { exportAnswer } from '#services/contract/member-export.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

let studio: RunningStudio;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  visitor = new StudioClient(studio.process.base);
});
afterAll(() => studio?.remove());

const answers = {
  onMedication: false,
  hasInjuries: true,
  injuryDetails: 'left knee',
  isPregnantOrPostpartum: false,
  painfulMovements: false,
  okWithHandsOnCorrections: true,
};

async function join(email: string, health: object): Promise<StudioClient> {
  const body = { name: 'Hilda Health', email, phone: '07700 900123', password: 'seaside-7', ...health };
  const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signup', body);
  return new StudioClient(studio.process.base, token);
}
async function readState(client: StudioClient) {
  const profile = await client.expect(profileAnswer, 'GET', '/api/user/profile');
  const { health } = await client.expect(consentsAnswer, 'GET', '/api/user/consents');
  const { consents } = await client.expect(exportAnswer, 'GET', '/api/user/export');
  return {
    isConsented: health,
    hasAnswered: profile.hasAnsweredHealth,
    injury: profile.health.injuryDetails,
    history: consents.history.filter(({ consent }) => consent === 'health').map(({ given }) => given),
  };
}
const unanswered = { isConsented: false, hasAnswered: false, injury: null };
const answered = { isConsented: true, hasAnswered: true, injury: 'left knee' };

it('stores no answers of a sign-up that refuses the consent', async () => {
  const client = await join('refuses@example.org', { ...answers, healthConsent: false });
  expect(await readState(client)).toEqual({ ...unanswered, history: [] });
});

it('counts answers of a client without the question as consented, and removes them when it is withdrawn', async () => {
  const client = await join('older@example.org', answers);
  expect(await readState(client)).toEqual({ ...answered, history: [true] });
  expect((await client.call('PUT', '/api/user/consents', { health: false })).status).toBe(200);
  expect(await readState(client)).toEqual({ ...unanswered, history: [true, false] });
  const sealed = await studio.query("SELECT health_sealed FROM users WHERE email = 'older@example.org'");
  expect(sealed).toEqual([{ health_sealed: null }]);

  const again = { ...answers, healthConsent: true };
  expect((await client.call('PUT', '/api/user/health', again)).status).toBe(200);
  expect(await readState(client)).toEqual({ ...answered, history: [true, false, true] });
  // Answers sent with a refusal are not stored, and those of before go too.
  const refused = { ...answers, injuryDetails: 'right knee', healthConsent: false };
  expect((await client.call('PUT', '/api/user/health', refused)).status).toBe(200);
  expect(await readState(client)).toEqual({ ...unanswered, history: [true, false, true, false] });
});

it('keeps the newsletter out of the consent to health', async () => {
  const client = await join('reader@example.org', { ...answers, healthConsent: true, newsletter: true });
  await client.call('PUT', '/api/user/consents', { health: false });
  const consents = await client.expect(consentsAnswer, 'GET', '/api/user/consents');
  expect(consents).toMatchObject({ newsletter: true, health: false });
});
