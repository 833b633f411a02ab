import type { Pool } from 'pg';
import { addDaysToDay, endOfLondonDay, toLondonDay } from '#domain/london-time.ts';
import { readStoppedProjections } from '#infra/postgres/tables/stopped-projections.ts';
import { readLastVerification, readVerificationAge } from '#infra/postgres/tables/verifications.ts';
import { readWebhookBacklog } from '#infra/postgres/tables/webhook-inbox.ts';
import type { DeadLetter } from '#infra/queue/read-lanes.ts';
import { readNeglectedComplaints } from '#projections/read-models/complaints/queries.ts';
import { readFailedRefunds } from '#projections/read-models/money/queries.ts';

/** A fault that neither a restart nor a sweep repairs, so a person must act. `ref` distinguishes two of one kind. */
export type Incident =
  | { readonly kind: 'projection-stopped'; readonly ref: string; readonly projection: string }
  | {
      readonly kind: 'verification-failed';
      readonly ref: string;
      readonly exceptions: number;
      readonly wallets: number;
    }
  | { readonly kind: 'verification-late'; readonly ref: string; readonly days: number }
  | { readonly kind: 'jobs-dead'; readonly ref: string; readonly count: number }
  | { readonly kind: 'webhooks-stuck'; readonly ref: string; readonly count: number; readonly hours: number }
  | {
      readonly kind: 'complaints-due';
      readonly ref: string;
      readonly unanswered: number;
      readonly unacknowledged: number;
      readonly firstDueAt: Date;
    }
  | { readonly kind: 'refunds-failed'; readonly ref: string; readonly count: number; readonly pence: number };

export interface IncidentSources {
  readonly pool: Pool;
  readonly deadLetters: () => Promise<readonly Pick<DeadLetter, 'name' | 'failedAt'>[]>;
}

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
/** A complaint is due so soon, or has waited so long for its acknowledgement, which is sent by itself. */
const COMPLAINT_NOTICE_DAYS = 7;
const ACKNOWLEDGEMENT_DAYS = 2;
const weekMs = 7 * daySeconds * 1_000;

async function findDueComplaints(pool: Pool, now: Date): Promise<Incident[]> {
  const { unanswered, unacknowledged, firstDueAt } = await readNeglectedComplaints(pool, {
    dueBefore: endOfLondonDay(addDaysToDay(toLondonDay(now), COMPLAINT_NOTICE_DAYS)),
    receivedBefore: new Date(now.getTime() - ACKNOWLEDGEMENT_DAYS * daySeconds * 1_000),
  });
  if (firstDueAt === null) return [];
  return [{ kind: 'complaints-due', ref: 'complaints', unanswered, unacknowledged, firstDueAt }];
}

/** Refunds that did not arrive, and whose money is the studio's again, are reported for so long. */
const REFUND_NOTICE_DAYS = 3;

async function findFailedRefunds(pool: Pool, now: Date): Promise<Incident[]> {
  const since = new Date(now.getTime() - REFUND_NOTICE_DAYS * daySeconds * 1_000);
  const { count, pence } = await readFailedRefunds(pool, since);
  return count === 0 ? [] : [{ kind: 'refunds-failed', ref: 'refunds', count, pence }];
}

/** Finds all current incidents, by the system clock; those of complaints and refunds at `now` by the studio clock. */
export async function findIncidents({ pool, deadLetters }: IncidentSources, now: Date): Promise<Incident[]> {
  const [stopped, last, age, webhooks, dead, complaints, refunds] = await Promise.all([
    readStoppedProjections(pool),
    readLastVerification(pool),
    readVerificationAge(pool),
    readWebhookBacklog(pool),
    deadLetters(),
    findDueComplaints(pool, now),
    findFailedRefunds(pool, now),
  ]);
  const incidents: Incident[] = stopped.map(({ name, eventId }) => ({
    kind: 'projection-stopped',
    ref: `${name}/${eventId}`,
    projection: name,
  }));
  if (last !== null && last.eventExceptions + last.readModelExceptions > 0) {
    const exceptions = last.eventExceptions + last.readModelExceptions;
    incidents.push({
      kind: 'verification-failed',
      ref: last.night,
      exceptions,
      wallets: last.unbalancedWallets,
    });
  }
  if (age !== null && age > 2 * daySeconds) {
    incidents.push({ kind: 'verification-late', ref: 'nightly', days: Math.floor(age / daySeconds) });
  }
  if (webhooks.oldestSeconds > hourSeconds) {
    const hours = Math.floor(webhooks.oldestSeconds / hourSeconds);
    incidents.push({ kind: 'webhooks-stuck', ref: 'stripe', count: webhooks.count, hours });
  }
  for (const [name, count] of countDeadByName(dead)) incidents.push({ kind: 'jobs-dead', ref: name, count });
  return [...incidents, ...complaints, ...refunds];
}

/** Counts the dead jobs of the last week by name, without sweeps, whose next run repeats a failed one. */
function countDeadByName(dead: Awaited<ReturnType<IncidentSources['deadLetters']>>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, failedAt } of dead) {
    if (name.startsWith('sweep-') || failedAt === null || failedAt.getTime() < Date.now() - weekMs) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
