import { expect } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#infra/logging/logger.ts';
import { createQueue } from '#infra/queue/create-queue.ts';
import { createJobRegistry } from '#infra/queue/job-registry.ts';
import { type AuditVerdict, auditVerifyAnswer } from '#services/contract/audit.ts';
import { StudioClient } from '../studio-client.ts';
import { waitFor } from '../wait-for.ts';
import type { MemberLoad } from './member-load.ts';
import type { SeparateStudio } from './start-separate-studio.ts';

/** A job whose worker was killed is taken up again within twenty seconds; its next try may be a while after that. */
const settlesWithinMs = 120_000;

const mine = z.object({ bookings: z.array(z.object({ id: z.number(), status: z.string() })) });

interface Effect {
  readonly key: string;
}

/** Every email that must have gone out: one to each new member, for each lot bought and for each booking that stands. */
async function wantedEmails(studio: SeparateStudio, members: readonly MemberLoad[]): Promise<string[]> {
  const standing = await studio.query<{ id: number }>(
    "SELECT id FROM bookings WHERE status = 'confirmed' AND user_id = ANY ($1)",
    [members.map(({ memberId }) => memberId)],
  );
  return [
    ...members.map(({ memberId }) => `welcome/${memberId}`),
    ...members.flatMap(({ paid }) => paid.map((paymentIntent) => `receipt/lot-${paymentIntent}`)),
    ...standing.map(({ id }) => `booking-confirmed/${id}`),
  ];
}

/** Waits until nothing is half done any more: no pass held, every payment granted, every email on its way. */
async function settle(studio: SeparateStudio, members: readonly MemberLoad[]): Promise<void> {
  await waitFor(
    async () => {
      const [left] = await studio.query<{ held: string; open: string }>(
        `SELECT (SELECT coalesce(sum(held), 0) FROM wallet_lots) AS held,
                (SELECT count(*) FROM payments WHERE payment_intent_id = ANY ($1) AND state <> 'granted') AS open`,
        [members.flatMap(({ paid }) => paid)],
      );
      return Number(left?.held) === 0 && Number(left?.open) === 0;
    },
    { timeout: settlesWithinMs, what: 'no pass held and every payment granted' },
  );
  let missing: string[] = [];
  await waitFor(
    async () => {
      const done = await studio.query<Effect>('SELECT key FROM performed_effects');
      const keys = new Set(done.map(({ key }) => key));
      missing = (await wantedEmails(studio, members)).filter((key) => !keys.has(key));
      return missing.length === 0;
    },
    { timeout: settlesWithinMs, what: 'every email' },
  ).catch((error: unknown) => {
    throw new Error(`These were never sent: ${missing.join(', ')}`, { cause: error });
  });
}

/** What the replay of the whole store says, however long it takes. */
async function verify(auditor: StudioClient): Promise<AuditVerdict> {
  const { run } = await auditor.expect(auditVerifyAnswer, 'GET', '/api/audit/verify?wait=no');
  return waitFor(
    async () => {
      const { state, verdict } = await auditor.expect(
        auditVerifyAnswer,
        'GET',
        `/api/audit/verify?run=${run}`,
      );
      if (state === 'failed') throw new Error('The verification broke off');
      return verdict;
    },
    { timeout: settlesWithinMs, what: 'the verdict' },
  );
}

/** Jobs that used up their tries. A sweep has one try and comes again by itself. */
async function deadEffects({ queue: connection }: SeparateStudio): Promise<string[]> {
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
 * Fails unless everything that was acknowledged is there, no class is oversold, every wallet balances, money and lots agree
 * with Stripe, each email went out once, and the audit of the whole store finds nothing.
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
    const { bookings } = await client.expect(mine, 'GET', '/api/my-bookings');
    const statusOf = new Map(bookings.map(({ id, status }) => [id, status]));
    for (const [bookingId, told] of member.bookings) {
      const status = statusOf.get(bookingId);
      if (told === 'booked') expect(status, `booking ${bookingId}`).toBe('confirmed');
      else if (told === 'cancelled') expect(status, `booking ${bookingId}`).toBe('cancelled');
      else expect(['confirmed', 'cancelled'], `booking ${bookingId}`).toContain(status);
    }
  }

  const [most] = await studio.query<{ taken: string }>(
    `SELECT max(taken) AS taken
     FROM (SELECT count(*) AS taken FROM bookings WHERE status = 'confirmed' GROUP BY class_id) AS classes`,
  );
  expect(Number(most?.taken)).toBeLessThanOrEqual(capacity);

  // Each payment that Stripe took has one lot, and there is no lot without.
  const ofMembers = members.map(({ memberId }) => memberId);
  const lots = await studio.query<{ id: string }>(
    "SELECT payment_intent_id AS id FROM wallet_lots WHERE kind = 'purchase' AND member_id = ANY ($1)",
    [ofMembers],
  );
  const paid = members.flatMap((member) => member.paid);
  expect(lots.map(({ id }) => id).toSorted()).toEqual(paid.toSorted());
  const taken = await studio.queryOutside<{ id: string }>(
    "SELECT id FROM sandbox.stripe_objects WHERE kind = 'payment_intent' AND data ->> 'status' = 'succeeded' AND id = ANY ($1)",
    [paid],
  );
  expect(taken).toHaveLength(paid.length);

  // In the mailbox no email is there twice, and none that the ledger does not know.
  const [mailed] = await studio.queryOutside<{ emails: string; keys: string }>(
    "SELECT count(*) AS emails, count(DISTINCT idempotency_key) AS keys FROM sandbox.outbox WHERE kind <> 'mailing-list'",
  );
  expect(mailed?.keys).toBe(mailed?.emails);
  for (const { email, paid: payments } of members) {
    const sent = await studio.queryOutside<{ kind: string; emails: number }>(
      `SELECT kind, count(*)::int AS emails FROM sandbox.outbox
       WHERE recipient = $1 AND kind IN ('welcome', 'receipt') GROUP BY kind ORDER BY kind`,
      [email],
    );
    expect(sent).toEqual([
      { kind: 'receipt', emails: payments.length },
      { kind: 'welcome', emails: 1 },
    ]);
  }

  expect(await deadEffects(studio)).toEqual([]);

  const auditor = await new StudioClient(studio.base).staff('auditor');
  const verdict = await verify(auditor);
  expect(verdict.events.exceptions).toEqual([]);
  expect(verdict.readModels.differences).toEqual([]);
  expect(verdict.readModels.notCompared).toEqual([]);
  expect(verdict.events.underWay).toEqual({ bookings: 0, payments: 0, invoices: 0 });
  expect(verdict.holds).toBe(true);
}
