import { expect } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#infra/logging/logger.ts';
import { createQueue } from '#infra/queue/create-queue.ts';
import { createJobRegistry } from '#infra/queue/job-registry.ts';
import { StudioClient } from '../studio-client.ts';
import { verifyStore } from '../verify-store.ts';
import { waitFor } from '../wait-for.ts';
import type { MemberLoad } from './member-load.ts';
import type { SeparateStudio } from './start-separate-studio.ts';

/** The job of a killed worker starts again within twenty seconds, and its next retry may come much later. */
const settleTimeoutMs = 120_000;

const myBookings = z.object({ bookings: z.array(z.object({ id: z.number(), status: z.string() })) });

interface Effect {
  readonly key: string;
}

/** Lists the emails that must be sent: to each new member, for each lot bought and for each confirmed booking. */
async function listExpectedEmails(studio: SeparateStudio, members: readonly MemberLoad[]): Promise<string[]> {
  const confirmed = await studio.query<{ id: number }>(
    "SELECT id FROM bookings WHERE status = 'confirmed' AND user_id = ANY ($1)",
    [members.map(({ memberId }) => memberId)],
  );
  return [
    ...members.map(({ memberId }) => `welcome/${memberId}`),
    ...members.flatMap(({ paid }) => paid.map((paymentIntent) => `receipt/lot-${paymentIntent}`)),
    ...confirmed.map(({ id }) => `booking-confirmed/${id}`),
  ];
}

/** Waits until no process is unfinished: no pass is held, every payment is granted, every email is sent. */
async function settle(studio: SeparateStudio, members: readonly MemberLoad[]): Promise<void> {
  await waitFor(
    async () => {
      const [unfinished] = await studio.query<{ held: string; open: string }>(
        `SELECT (SELECT coalesce(sum(held), 0) FROM wallet_lots) AS held,
                (SELECT count(*) FROM payments WHERE payment_intent_id = ANY ($1) AND state <> 'granted') AS open`,
        [members.flatMap(({ paid }) => paid)],
      );
      return Number(unfinished?.held) === 0 && Number(unfinished?.open) === 0;
    },
    { timeout: settleTimeoutMs, what: 'no pass held and every payment granted' },
  );
  let missing: string[] = [];
  await waitFor(
    async () => {
      const done = await studio.query<Effect>('SELECT key FROM performed_effects');
      const keys = new Set(done.map(({ key }) => key));
      missing = (await listExpectedEmails(studio, members)).filter((key) => !keys.has(key));
      return missing.length === 0;
    },
    { timeout: settleTimeoutMs, what: 'every email' },
  ).catch((error: unknown) => {
    throw new Error(`These emails were not sent: ${missing.join(', ')}`, { cause: error });
  });
}

/** Lists jobs that failed for good. Sweeps are left out: they have one try and are scheduled again. */
async function listDeadJobs({ queue: connection }: SeparateStudio): Promise<string[]> {
  const logger = createLogger({ level: 'silent', component: 'test' });
  const queue = await createQueue({ connection, registry: createJobRegistry([]), logger });
  try {
    const letters = await queue.deadLetters();
    return letters
      .filter(({ name }) => !name.startsWith('sweep-'))
      .map(({ id, reason }) => `${id}: ${reason}`);
  } finally {
    await queue.close();
  }
}

/**
 * Expects that everything acknowledged is stored, no class is oversold, and every wallet balances. Lots agree with
 * the payments at Stripe, each email was sent once, and the verification of the whole store finds nothing.
 */
export async function checkClosingBalance(
  studio: SeparateStudio,
  members: readonly MemberLoad[],
  tokens: ReadonlyMap<string, string>,
  capacity: number,
): Promise<void> {
  expect(members.flatMap(({ wrong }) => wrong)).toEqual([]);
  await settle(studio, members);

  for (const member of members) {
    const client = new StudioClient(studio.base, tokens.get(member.memberId));
    const { bookings } = await client.expect(myBookings, 'GET', '/api/my-bookings');
    const statusOf = new Map(bookings.map(({ id, status }) => [id, status]));
    for (const [bookingId, acknowledged] of member.bookings) {
      const status = statusOf.get(bookingId);
      if (acknowledged === 'booked') expect(status, `booking ${bookingId}`).toBe('confirmed');
      else if (acknowledged === 'cancelled') expect(status, `booking ${bookingId}`).toBe('cancelled');
      else expect(['confirmed', 'cancelled'], `booking ${bookingId}`).toContain(status);
    }
  }

  const [most] = await studio.query<{ taken: string }>(
    `SELECT max(taken) AS taken
     FROM (SELECT count(*) AS taken FROM bookings WHERE status = 'confirmed' GROUP BY class_id) AS classes`,
  );
  expect(Number(most?.taken)).toBeLessThanOrEqual(capacity);

  // Each payment at Stripe has one lot, and each lot has a payment.
  const memberIds = members.map(({ memberId }) => memberId);
  const lots = await studio.query<{ id: string }>(
    "SELECT payment_intent_id AS id FROM wallet_lots WHERE kind = 'purchase' AND member_id = ANY ($1)",
    [memberIds],
  );
  const paid = members.flatMap((member) => member.paid);
  expect(lots.map(({ id }) => id).toSorted()).toEqual(paid.toSorted());
  const taken = await studio.queryStandIns<{ id: string }>(
    "SELECT id FROM sandbox.stripe_objects WHERE kind = 'payment_intent' AND data ->> 'status' = 'succeeded' AND id = ANY ($1)",
    [paid],
  );
  expect(taken).toHaveLength(paid.length);

  // No email was delivered twice.
  const [mailed] = await studio.queryStandIns<{ emails: string; keys: string }>(
    "SELECT count(*) AS emails, count(DISTINCT idempotency_key) AS keys FROM sandbox.outbox WHERE kind <> 'mailing-list'",
  );
  expect(mailed?.keys).toBe(mailed?.emails);
  for (const { email, paid: payments } of members) {
    const sent = await studio.queryStandIns<{ kind: string; emails: number }>(
      `SELECT kind, count(*)::int AS emails FROM sandbox.outbox
       WHERE recipient = $1 AND kind IN ('welcome', 'receipt') GROUP BY kind ORDER BY kind`,
      [email],
    );
    expect(sent).toEqual([
      { kind: 'receipt', emails: payments.length },
      { kind: 'welcome', emails: 1 },
    ]);
  }

  expect(await listDeadJobs(studio)).toEqual([]);

  const auditor = await new StudioClient(studio.base).staff('auditor');
  const verdict = await verifyStore(auditor);
  expect(verdict.events.exceptions).toEqual([]);
  expect(verdict.readModels.differences).toEqual([]);
  expect(verdict.readModels.notCompared).toEqual([]);
  expect(verdict.events.underWay).toEqual({ bookings: 0, payments: 0, invoices: 0 });
  expect(verdict.holds).toBe(true);
}
