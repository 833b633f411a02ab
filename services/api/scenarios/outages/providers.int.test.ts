import { afterAll, beforeAll, it } from 'vitest';
import { checkRows } from '#tools/testing/outages/check-rows.ts';
import type { Provider, ProviderFault } from '#tools/testing/outages/http-faults.ts';
import { type OutageStudio, startOutageStudio } from '#tools/testing/outages/outage-studio.ts';
import type { Outage } from '#tools/testing/outages/run-row.ts';
import { createTestWorld, type TestWorld } from '#tools/testing/outages/test-world.ts';
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

function providerOutage(provider: Provider, fault: ProviderFault): Outage {
  return {
    name: `${provider === 'stripe' ? 'Stripe' : 'Brevo'} ${fault}`,
    readsContinue: 'all',
    // Jobs send the mails and are retried; only some commands call Stripe.
    commandsContinue: provider === 'brevo' || fault === 'slow' ? true : withoutStripe,
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
