import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { commandAnswer } from '#services/contract/errors.ts';
import { checkRows } from '#tools/testing/outages/check-rows.ts';
import { commands } from '#tools/testing/outages/commands.ts';
import type { Provider, ProviderFault } from '#tools/testing/outages/http-faults.ts';
import { type OutageStudio, startOutageStudio } from '#tools/testing/outages/outage-studio.ts';
import type { Outage } from '#tools/testing/outages/run-row.ts';
import { createTestWorld, type TestWorld } from '#tools/testing/outages/test-world.ts';
import { createPushDevice, type PushDevice } from '#tools/testing/push-device.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

let studio: OutageStudio;
let world: TestWorld;
beforeAll(async () => {
  studio = await startOutageStudio();
  world = await createTestWorld(studio);
});
afterAll(() => studio?.stop());

const faults: readonly ProviderFault[] = [
  'refuses',
  'hangs',
  'slow',
  'answers 500',
  'answers 429',
  'garbage',
  'answer lost',
];

/** The commands that call nothing at Stripe. */
const withoutStripe = new Set([
  'sign up',
  'sign in',
  'book',
  'cancel',
  'move',
  'join a waitlist',
  'leave a waitlist',
  'schedule a class',
  'cancel a class',
  'give passes',
  'mark attendance',
]);

/** Four calls of three seconds are more than a request may take: answered 503, and finished by a repetition or the sweep. */
const tooManySlowCalls = new Set([
  'refund a payment',
  'cancel a purchase',
  'pause a membership',
  'send evidence',
]);
const withSlowStripe = new Set(
  commands.map(({ name }) => name).filter((name) => !tooManySlowCalls.has(name)),
);

const providerNames: Readonly<Record<Provider, string>> = {
  stripe: 'Stripe',
  brevo: 'Brevo',
  push: 'push service',
};

function providerOutage(provider: Provider, fault: ProviderFault): Outage {
  return {
    name: `${providerNames[provider]} ${fault}`,
    readsContinue: 'all',
    // Jobs send the mails and are retried; only some commands call Stripe.
    commandsContinue: provider !== 'stripe' ? true : fault === 'slow' ? withSlowStripe : withoutStripe,
    startFault: async () => studio.providers.set(provider, fault),
    async repair() {
      // Jobs run a moment after the commands that enqueue them.
      await waitFor(() => studio.providers.met(provider) > 0);
      studio.providers.set(provider, null);
    },
  };
}

it('loses nothing and charges nothing twice when Stripe fails in any way', () =>
  checkRows(
    'Stripe',
    world,
    faults.map((fault) => providerOutage('stripe', fault)),
  ));

it('sends each mail once when Brevo fails in any way', () =>
  checkRows(
    'Brevo',
    world,
    faults.map((fault) => providerOutage('brevo', fault)),
  ));

/** Books a class for a member who receives push messages, and changes the class, which sends one. */
async function changeBookedClass(device: PushDevice): Promise<() => Promise<unknown>> {
  const { client } = await world.signedUp(1);
  const when = world.slot();
  const plan = { name: 'beginner', ...when, instructorId: world.instructorId, duration: 15, maxCapacity: 4 };
  const made = z.object({ class: z.object({ id: z.number() }) });
  const { class: booked } = await world.admin.expect(made, 'POST', '/api/admin/classes', plan);
  await world.book(client, booked.id);
  await client.expect(commandAnswer, 'POST', '/api/user/push-subscriptions', device.subscription);
  return () =>
    world.admin.expect(commandAnswer, 'PUT', `/api/admin/classes/${booked.id}`, {
      ...plan,
      name: 'reformer for all',
    });
}

it('sends each push message once when the push service fails in any way', async () => {
  const devices: PushDevice[] = [];
  await checkRows(
    'push service',
    world,
    faults.map((fault) => ({
      ...providerOutage('push', fault),
      async startFault() {
        const device = createPushDevice(studio.sandboxOrigin);
        const changeClass = await changeBookedClass(device);
        studio.providers.set('push', fault);
        await changeClass();
        devices.push(device);
      },
    })),
  );
  for (const device of devices) {
    const messages = await waitFor(
      async () => {
        const found = await device.readMessages();
        return found.length > 0 && found;
      },
      { timeout: 120_000, what: 'the delayed push message' },
    );
    expect(messages).toHaveLength(1);
  }
  expect(devices).toHaveLength(faults.length);
});
