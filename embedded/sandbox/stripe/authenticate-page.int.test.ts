import { afterAll, beforeAll, expect, it } from 'vitest';
import { postForm, type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox();
});
afterAll(() => running?.stop());

async function createChallengedIntent(payment_method: string, return_url?: string) {
  const intent = await running.stripe.paymentIntents.create({
    amount: 11_000,
    currency: 'gbp',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method,
    ...(return_url === undefined ? {} : { return_url }),
  });
  const next = intent.next_action;
  const url = next?.redirect_to_url?.url ?? String(next?.use_stripe_sdk?.stripe_js);
  const secret = intent.client_secret ?? '';
  const decide = (action: string) => postForm(url, { client_secret: secret, action });
  const readIntent = () => running.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  return { intent, url, secret, decide, readIntent };
}

it('redirects to the return URL with a succeeded payment after authorisation', async () => {
  const { intent, url, secret, decide, readIntent } = await createChallengedIntent(
    'pm_card_authenticationRequired',
    'https://studio.example/payment-success?from=form',
  );
  expect(intent).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url' },
    latest_charge: null,
  });
  const page = await (await fetch(url)).text();
  expect(page).toContain('£110.00');
  expect(page).not.toContain('<script');

  const response = await decide('authorise');
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(
    `https://studio.example/payment-success?from=form&payment_intent=${intent.id}&payment_intent_client_secret=${secret}&redirect_status=succeeded`,
  );
  expect(await readIntent()).toMatchObject({
    status: 'succeeded',
    next_action: null,
    latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
  });
  expect((await decide('authorise')).status).toBe(404);
  expect((await fetch(url)).status).toBe(404);
});

it('requires another payment method when authentication fails', async () => {
  const { decide, readIntent } = await createChallengedIntent(
    'pm_card_authenticationRequiredOnSetup',
    'https://studio.example/back',
  );
  const location = (await decide('fail')).headers.get('location');
  expect(location).toContain('redirect_status=failed');
  expect(await readIntent()).toMatchObject({
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' },
  });
});

it('redirects to its own done page inside the dialog of Stripe.js', async () => {
  const { intent, decide } = await createChallengedIntent('pm_card_threeDSecure2Required');
  expect(intent.next_action?.type).toBe('use_stripe_sdk');
  expect((await decide('authorise')).headers.get('location')).toBe(
    `/sandbox/stripe/authenticate/${intent.id}/done`,
  );
});

it('answers 404 to a request with a wrong client secret', async () => {
  const { url, readIntent } = await createChallengedIntent('pm_card_authenticationRequired');
  const wrongUrl = new URL(url);
  wrongUrl.searchParams.set('client_secret', 'pi_x_secret_y');
  expect((await fetch(wrongUrl)).status).toBe(404);
  expect((await postForm(url, { client_secret: 'pi_x_secret_y', action: 'authorise' })).status).toBe(404);
  expect(await readIntent()).toMatchObject({ status: 'requires_action' });
});

it('declines an off-session payment that requires authentication', async () => {
  const attempt = running.stripe.paymentIntents.create({
    amount: 18_000,
    currency: 'gbp',
    allowed_payment_method_types: ['card'],
    confirm: true,
    off_session: true,
    payment_method: 'pm_card_authenticationRequired',
  });
  await expect(attempt).rejects.toMatchObject({ code: 'authentication_required' });
});
