import { expect } from 'vitest';
import { z } from 'zod';
import { toLondonInstant } from '#domain/london-time.ts';
import {
  cancelMembershipAnswer,
  membershipAnswer,
  membershipRedirectAnswer,
  pauseMembershipAnswer,
} from '#services/contract/membership.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import { type Answer, StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from './running-studio.fixture.ts';
import { SandboxClock } from './sandbox-clock.fixture.ts';

export const webhookSecret = 'whsec_of_this_test';

/** A studio whose clock moves over months. */
export async function openPausingStudio() {
  const studio = await startRunningStudio({ STRIPE_WEBHOOK_SECRET: webhookSecret });
  const { base } = studio.process;
  const clock = new SandboxClock(base);
  const admin = await new StudioClient(base).staff('admin');
  let year = (await clock.now()).getUTCFullYear() + 1;
  /** 10:00 in London on a day of the year of `moveToNext`, or else of the next year. */
  const at = (month: number, day: number) =>
    toLondonInstant(new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10), '10:00');
  return {
    studio,
    base,
    clock,
    admin,
    at,
    /** The day of a month of that year on which the clocks change. */
    lastSundayOf(month: number): number {
      const last = new Date(Date.UTC(year, month, 0));
      return last.getUTCDate() - last.getUTCDay();
    },
    /** Moves the clock to the next such day, whichever test moved it before. The day may depend on its year. */
    async moveToNext(month: number, getDay: () => number): Promise<void> {
      const now = await clock.now();
      year = now.getUTCFullYear();
      if (at(month, getDay()) <= now) year += 1;
      await clock.moveTo(at(month, getDay()));
    },
  };
}
export type PausingStudio = Awaited<ReturnType<typeof openPausingStudio>>;

export const refusal = async (call: Promise<Answer>) => {
  const { status, body } = await call;
  return [status, z.object({ code: z.string() }).parse(body).code];
};
export const readMembership = (member: StudioClient) =>
  member.expect(membershipAnswer, 'GET', '/api/membership');
export const waitUntilActive = (member: StudioClient) =>
  waitFor(async () => {
    const { status, remainingPasses } = await readMembership(member);
    return status === 'active' && remainingPasses === 12;
  });
export const add = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

const mails = z.array(z.object({ kind: z.string(), sentAt: z.string(), text: z.string() }));
const payments = z.array(z.object({ from: z.date(), pence: z.number() }));

/** A member with a membership that begins now, and its calls. */
export async function startMembership(studio: RunningStudio, name: string, terms: object = {}) {
  const { base } = studio.process;
  const email = `${name}.pauses@example.com`;
  const member = await new StudioClient(base).signUp(email, `${name} Pauses`);
  const { redirectUrl } = await member.expect(
    membershipRedirectAnswer,
    'POST',
    '/api/membership/subscribe',
    terms,
  );
  expect(await payOnPage(redirectUrl)).toBe(303);
  await waitUntilActive(member);
  const { id, currentPeriodEnd } = await readMembership(member);
  const path = `/api/membership/${id}/pause`;
  return {
    member,
    email,
    id: id ?? 0,
    path,
    periodEnd: new Date(currentPeriodEnd ?? ''),
    pause: () => member.expect(pauseMembershipAnswer, 'POST', path),
    /** Cancels it, so that its renewals cost no time in later tests. */
    leave: () => member.expect(cancelMembershipAnswer, 'POST', `/api/membership/${id}/cancel`),
    readTypes: async () => {
      const rows = await studio.queryEvents(
        'SELECT type FROM event_store.readable_events WHERE stream = $1 ORDER BY revision',
        [`membership-${id}`],
      );
      return rows.map(({ type }) => String(type).replace('Membership', ''));
    },
    readPayments: async () =>
      payments.parse(
        await studio.query(
          'SELECT period_start AS from, amount_pence AS pence FROM membership_payments WHERE membership_id = $1 ORDER BY period_start',
          [id],
        ),
      ),
    readMails: async () => {
      const path = `/sandbox/outbox.json?limit=1000&to=${encodeURIComponent(email)}`;
      const all = mails.parse(await (await fetch(base + path)).json());
      return all.filter(({ kind }) => kind.startsWith('membership')).toReversed();
    },
  };
}
