import { addDays } from 'date-fns/addDays';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { connectStripe, type Stripe } from '#infra/payments/stripe-sdk.ts';
import { freshDatabase } from '#tools/testing/shared-postgres.ts';
import { createClockMover } from '../advance-clock.ts';
import { registerSandbox, type Sandbox } from './register-sandbox.ts';

export const WEBHOOK_SECRET = 'whsec_sandbox_test';
export const SECRET_KEY = 'sk_test_sandbox';
export const PUBLISHABLE_KEY = 'pk_test_sandbox';

export interface ReceivedWebhook {
  body: Buffer;
  signature: string;
}

export interface ReceivedMailEvent {
  authorization: string | undefined;
  body: unknown;
}

export interface RunningSandbox {
  app: FastifyInstance;
  sandbox: Sandbox;
  origin: string;
  /** The unmodified SDK with the secret key, and with the publishable key of browsers. */
  stripe: Stripe;
  browserStripe: Stripe;
  clock: {
    now(): Date;
    set(instant: Date): void;
    /** Returns the same time of the next day, so that what was made before has another date. */
    moveToNextDay(): Date;
  };
  /** Moves the clock and runs what falls due on the way; resolves when its webhooks are delivered. */
  advanceTo(iso: string): Promise<void>;
  webhooks: ReceivedWebhook[];
  /** The webhooks of Brevo. */
  mailEvents: ReceivedMailEvent[];
  /** The accepted webhooks, decoded as an endpoint decodes them. */
  events(): Stripe.Event[];
  /** Sets the webhook endpoint's status; 200 by default. */
  answerWebhooksWith(status: (webhook: ReceivedWebhook) => number): void;
  pool: Pool;
  stop(): Promise<void>;
}

/** Starts the sandbox in a bare Fastify app on its own database, with an endpoint that collects its webhooks. */
export async function startSandbox(): Promise<RunningSandbox> {
  const database = await freshDatabase({ empty: true });
  let now = new Date('2026-05-04T09:00:00.000Z');
  const clock = {
    now: () => now,
    set: (instant: Date) => {
      now = instant;
    },
    moveToNextDay: () => {
      now = addDays(now, 1);
      return now;
    },
  };
  const webhooks: ReceivedWebhook[] = [];
  const mailEvents: ReceivedMailEvent[] = [];
  let answer = (_webhook: ReceivedWebhook): number => 200;
  let origin = '';

  const app = Fastify();
  await app.register(async (api) => {
    api.removeContentTypeParser('application/json');
    api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    api.post('/api/webhooks/stripe', async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw new Error('The webhook has no body');
      const webhook = { body: request.body, signature: String(request.headers['stripe-signature']) };
      const status = answer(webhook);
      if (status < 300) webhooks.push(webhook);
      return reply.code(status).send({});
    });
    api.post('/api/webhooks/brevo', async (request, reply) => {
      mailEvents.push({
        authorization: request.headers.authorization,
        body: JSON.parse(String(request.body)),
      });
      return reply.send({});
    });
  });
  const advanceTo = createClockMover({
    clock: { now: clock.now, moveTo: async (instant) => clock.set(instant) },
    nextDue: () => sandbox.nextDue(),
    doDue: async () => {
      await sandbox.doDue();
      await sandbox.webhooksSettled();
    },
  });
  const sandbox: Sandbox = await registerSandbox(app, {
    pool: database.pool,
    clock,
    advanceTo,
    siteUrl: () => origin,
    parts: { stripe: true, brevo: true },
    brevoWebhook: { url: () => `${origin}/api/webhooks/brevo`, secret: 'brevo-sandbox' },
    webhookUrl: () => `${origin}/api/webhooks/stripe`,
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    logger: app.log,
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const sdk = (apiKey: string): Stripe =>
    connectStripe({ apiKey, apiBase: `${origin}/sandbox/stripe`, timeoutMs: 10_000 });

  const stripe = sdk(SECRET_KEY);

  return {
    app,
    sandbox,
    origin,
    stripe,
    browserStripe: sdk(PUBLISHABLE_KEY),
    clock,
    advanceTo: (iso) => advanceTo(new Date(iso)),
    webhooks,
    mailEvents,
    events: () =>
      webhooks.map(({ body, signature }) => stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET)),
    answerWebhooksWith: (status) => {
      answer = status;
    },
    pool: database.pool,
    stop: async () => {
      await sandbox.stop();
      await app.close();
      await database.drop();
    },
  };
}

/** Sends a form as the sandbox's pages do, without following redirects. */
export function postForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });
}
