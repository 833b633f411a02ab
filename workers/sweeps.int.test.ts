import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startCardPayment } from '#services/api/testing/card-payment.fixture.ts';
import { type RunningStudio, startRunningStudio } from '#services/api/testing/running-studio.fixture.ts';
import { SandboxClock } from '#services/api/testing/sandbox-clock.fixture.ts';
import { userPassesAnswer } from '#services/contract/wallet.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

const fivePasses = 5;

let studio: RunningStudio;
let base: string;
let clock: SandboxClock;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent' });
  base = studio.process.base;
  clock = new SandboxClock(base);
  visitor = new StudioClient(base);
});
afterAll(() => studio?.remove());

/** Moves the sandbox clock, which runs every sweep and waits for the jobs. */
const advanceClock = async (ms = millisecondsInMinute) =>
  clock.moveTo(new Date((await clock.now()).getTime() + ms));
const remainingPasses = async (client: StudioClient) =>
  (await client.expect(userPassesAnswer, 'GET', '/api/user/passes')).map((lot) => lot.remaining);

async function stripe(method: 'GET' | 'POST', path: string, body?: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${base}/sandbox/stripe/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox' },
    ...(body === undefined ? {} : { body: new URLSearchParams(body) }),
  });
  return response.json();
}
const refund = (paymentIntent: string) => stripe('POST', 'refunds', { payment_intent: paymentIntent });
const mails = z.array(z.object({ kind: z.string(), text: z.string() }));
/** Waits for this number of emails of a kind to a member, and returns them, newest first. */
const mailsTo = (email: string, kind: string, count: number) =>
  waitFor(
    async () => {
      const outbox = await fetch(`${base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
      const found = mails.parse(await outbox.json()).filter((mail) => mail.kind === kind);
      return found.length === count ? found : null;
    },
    { what: `${count} emails of ${kind}` },
  );

async function signUpBuyer(email: string) {
  const client = await visitor.signUp(email);
  const payment = await startCardPayment(client, fivePasses);
  await payByCard(base, payment);
  await client.call('POST', '/api/complete-payment', { payment_intent_id: payment.id });
  expect(await remainingPasses(client)).toEqual([5]);
  return { client, payment };
}

/** The refund webhooks of a payment in the inbox. */
const inbox = (paymentIntent: string) =>
  studio.query(
    `SELECT event_id, attempts, error, processed_at FROM stripe_webhooks
     WHERE payload ->> 'paymentIntentId' = $1 AND type ~ '^(refund|charge.refund)'`,
    [paymentIntent],
  );

it('the cancellation email states what became of the pass, also after a refund of its lot', async () => {
  const email = 'eve.sweeps@example.com';
  const { client, payment } = await signUpBuyer(email);
  const classes = await openClasses(await visitor.staff('admin'), 2, 7, await clock.now());
  const bookings: number[] = [];
  for (const classId of classes) {
    const { bookingId } = await client.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', {
      classId,
    });
    bookings.push(bookingId);
  }
  const cancelAndReadMail = async (bookingId: number | undefined, count: number) => {
    expect((await client.call('POST', '/api/cancel-booking', { bookingId })).status).toBe(200);
    await advanceClock();
    return (await mailsTo(email, 'booking-cancelled', count))[0]?.text;
  };
  const [lot] = await client.expect(userPassesAnswer, 'GET', '/api/user/passes');
  const lastDay = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Europe/London',
    month: 'short',
    day: '2-digit',
    year: 'numeric',
  }).format(new Date(lot?.expiresAt ?? ''));
  expect(await cancelAndReadMail(bookings[0], 1)).toContain(
    `The pass is back in your 5 Class Pass, to use by ${lastDay}.`,
  );

  await refund(payment.id);
  const [notice] = await mailsTo(email, 'refund', 1);
  expect(notice?.text).toContain('4 of its 5 passes have gone back with it.');
  expect(notice?.text).toContain('stand; should you cancel one, its pass goes back too.');
  expect(await cancelAndReadMail(bookings[1], 2)).toContain('Your 5 Class Pass was paid back');
});

describe('a webhook', () => {
  it('that fails stores its error in the inbox and is processed by a later attempt', async () => {
    const { client, payment } = await signUpBuyer('ann.sweeps@example.com');
    await advanceClock();
    // Stripe sends the webhook and is unavailable afterwards.
    await studio.query(`
      CREATE FUNCTION hide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        ALTER TABLE IF EXISTS sandbox.stripe_objects RENAME TO hidden_objects; RETURN NEW; END $$;
      CREATE TRIGGER hide AFTER INSERT ON stripe_webhooks FOR EACH ROW
        WHEN (NEW.type ~ '^(refund|charge.refund)') EXECUTE FUNCTION hide()`);
    await refund(payment.id);
    const failed = await waitFor(
      async () => (await inbox(payment.id)).find(({ error }) => error !== null) ?? null,
      { what: 'the failure in the inbox' },
    );
    expect(failed).toMatchObject({ attempts: 1, processed_at: null });
    expect(String(failed.error)).toContain('PaymentsUnavailable: ');
    expect(await remainingPasses(client)).toEqual([5]);

    await studio.query('DROP TRIGGER hide ON stripe_webhooks; DROP FUNCTION hide');
    await studio.query('ALTER TABLE sandbox.hidden_objects RENAME TO stripe_objects');
    await studio.query(
      `UPDATE stripe_webhooks SET last_attempt_at = now() - interval '1 minute' WHERE processed_at IS NULL`,
    );
    await advanceClock();
    const retried = (await inbox(payment.id)).find((one) => one.event_id === failed.event_id);
    expect(retried).toMatchObject({ error: null, attempts: 2, processed_at: expect.any(Date) });
    expect(await remainingPasses(client)).toEqual([0]);
  });

  it('that was never delivered is collected, from the last instant of Stripe’s clock', async () => {
    const collectedTo = async () => {
      const [row] = await studio.query('SELECT collected_to FROM webhook_collections');
      return z.date().parse(row?.collected_to);
    };
    await advanceClock();
    const before = await collectedTo();
    const { client, payment } = await signUpBuyer('bob.sweeps@example.com');
    await studio.query(`
      CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER lose BEFORE INSERT ON stripe_webhooks FOR EACH ROW EXECUTE FUNCTION lose()`);
    await refund(payment.id);
    await waitFor(async () => {
      const [row] = await studio.query(
        'SELECT count(*)::int AS open FROM sandbox.webhook_deliveries WHERE delivered_at IS NULL',
      );
      return row?.open === 0;
    });
    expect([await inbox(payment.id), await remainingPasses(client)]).toEqual([[], [5]]);

    await studio.query('DROP TRIGGER lose ON stripe_webhooks; DROP FUNCTION lose');
    await advanceClock();
    const collected = await inbox(payment.id);
    expect(collected.length).toBeGreaterThan(0);
    for (const one of collected) expect(one).toMatchObject({ error: null, processed_at: expect.any(Date) });
    expect(await remainingPasses(client)).toEqual([0]);
    const after = await collectedTo();
    const newest = z
      .object({ data: z.array(z.object({ created: z.number() })) })
      .parse(await stripe('GET', 'events?limit=1&types[]=refund.created&types[]=charge.refunded')).data[0];
    expect(after > before).toBe(true);
    expect(after).toEqual(new Date((newest?.created ?? 0) * 1000));
    // Without new events the instant stays the same, whatever the time of the studio clock.
    await advanceClock(millisecondsInDay);
    expect(await collectedTo()).toEqual(after);
  });
});

describe('an abandoned payment', () => {
  const stateOf = async (id: string) => {
    const [row] = await studio.query('SELECT state FROM payments WHERE payment_intent_id = $1', [id]);
    return row?.state;
  };
  const atStripe = async (id: string) =>
    z.object({ status: z.string() }).parse(await stripe('GET', `payment_intents/${id}`)).status;

  it('can be paid for a day and is then cancelled', async () => {
    const client = await visitor.signUp('carl.sweeps@example.com');
    const payment = await startCardPayment(client, fivePasses);
    await advanceClock(millisecondsInDay - 10 * millisecondsInMinute);
    expect([await stateOf(payment.id), await atStripe(payment.id)]).toEqual([
      'started',
      'requires_payment_method',
    ]);
    await advanceClock(11 * millisecondsInMinute);
    expect([await stateOf(payment.id), await atStripe(payment.id)]).toEqual(['abandoned', 'canceled']);
    expect((await payByCard(base, payment)).status).toBe(400);
    expect(await remainingPasses(client)).toEqual([]);
  });
});
