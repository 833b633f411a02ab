import { z } from 'zod';
import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { Cell } from './cell.ts';
import type { CrashStudio } from './crash-studio.ts';

const stripeFacts = z.looseObject({
  status: z.string().nullish(),
  amount: z.number().nullish(),
  cancel_at_period_end: z.boolean().nullish(),
  metadata: z.looseObject({ memberId: z.string().optional() }).nullish(),
  payment_intent: z.string().nullish(),
  client_reference_id: z.string().nullish(),
});
const stripeRow = z.object({ id: z.string(), kind: z.string(), data: stripeFacts });
type StripeRow = z.infer<typeof stripeRow>;
interface Mail {
  readonly kind: string;
  readonly recipient: string;
  readonly list: number | null;
  readonly action: string | null;
}

/** State of the whole installation after it has settled. Each cell selects its own part. */
export interface InstallationState {
  readonly streams: ReadonlyMap<string, readonly RecordedEvent<StudioEvent>[]>;
  readonly mails: readonly Mail[];
  readonly lists: readonly { list: number; email: string }[];
  readonly stripe: readonly StripeRow[];
  /** Members whose key was destroyed. */
  readonly erased: ReadonlySet<string>;
  readonly sessions: ReadonlyMap<string, number>;
}

export async function readInstallationState({ surviving }: CrashStudio): Promise<InstallationState> {
  const streams = new Map<string, RecordedEvent<StudioEvent>[]>();
  for await (const events of surviving.eventStore.readAll(null)) {
    for (const event of events) {
      const stream = streams.get(event.stream) ?? [];
      stream.push(event);
      streams.set(event.stream, stream);
    }
  }
  const mails = await surviving.pool.query<Mail>('SELECT kind, recipient, list, action FROM sandbox.outbox');
  const lists = await surviving.pool.query<{ list: number; email: string }>(
    'SELECT list, email FROM sandbox.mailing_lists',
  );
  const stripe = await surviving.pool.query(
    `SELECT id, kind, data FROM sandbox.stripe_objects
     WHERE kind IN ('payment_intent', 'refund', 'subscription', 'checkout_session', 'checkout.session')`,
  );
  const keys = await surviving.pool.query<{ id: string }>(
    'SELECT member_id AS id FROM member_keys WHERE destroyed_at IS NOT NULL',
  );
  const sessions = await surviving.pool.query<{ id: string; open: number }>(
    `SELECT coalesce(sess ->> 'memberId', sess ->> 'staffId') AS id, count(*)::int AS open FROM sessions
     WHERE coalesce(sess ->> 'memberId', sess ->> 'staffId') IS NOT NULL GROUP BY 1`,
  );
  return {
    streams,
    mails: mails.rows,
    lists: lists.rows,
    stripe: stripe.rows.map((row) => stripeRow.parse(row)),
    erased: new Set(keys.rows.map(({ id }) => id)),
    sessions: new Map(sessions.rows.map(({ id, open }) => [id, open])),
  };
}

/** Fields of an event that are equal in every run of a scenario. Ids and times differ. */
const comparedFields = [
  ...['passes', 'pricePence', 'amountPence', 'capacity', 'level', 'time', 'kind', 'source', 'reason'],
  ...['because', 'attended', 'consent', 'what', 'value', 'role', 'name', 'from', 'outcome', 'demanded'],
] as const;

function describeEvent(event: RecordedEvent<StudioEvent>, cell: Cell): string {
  const data = new Map<string, unknown>(Object.entries(event.data));
  const facts = comparedFields.flatMap((field) => {
    const value = data.get(field);
    return value === undefined || typeof value === 'object' ? [] : [`${field} ${value}`];
  });
  const text = facts.length === 0 ? event.type : `${event.type} (${facts.join(', ')})`;
  return text.replaceAll(cell.tag, 'TAG');
}

const serialised = new WeakMap<readonly RecordedEvent<StudioEvent>[], string>();
/** Serialises the first event of a stream, which names its cell. */
function serialiseFirst(events: readonly RecordedEvent<StudioEvent>[]): string {
  const cached = serialised.get(events);
  if (cached !== undefined) return cached;
  const text = JSON.stringify([events[0]?.data, events[0]?.metadata]);
  serialised.set(events, text);
  return text;
}

/** Finds the streams of a cell: those of its preparation, and those whose first event names the cell. */
function findStreams(cell: Cell, { streams }: InstallationState): string[] {
  const marks = [cell.tag, ...cell.members.map(({ id }) => id)];
  const own = [...cell.streams].filter((stream) => streams.has(stream));
  const instructors = own.flatMap((stream) => /^instructor-(\d+)$/.exec(stream)?.[1] ?? []);
  for (const id of instructors) marks.push(`"instructorId":${id},`, `"instructorId":${id}}`);
  const found = [...streams].flatMap(([stream, events]) =>
    marks.some((mark) => serialiseFirst(events).includes(mark)) ? [stream] : [],
  );
  return [...new Set([...own, ...found])];
}

/** Describes the Stripe objects of the cell's members. */
function describeStripe(
  cell: Cell,
  { stripe, streams }: InstallationState,
  ownStreams: readonly string[],
): string[] {
  const members = new Set(cell.members.map(({ id }) => id));
  const ownText = ownStreams.map((stream) => JSON.stringify(streams.get(stream)?.map(({ data }) => data)));
  return stripe.flatMap(({ id, kind, data }) => {
    const { status, amount, cancel_at_period_end: ending, ...facts } = data;
    const memberId = facts.metadata?.memberId ?? facts.client_reference_id;
    const payment = facts.payment_intent ?? id;
    const isOwn =
      (typeof memberId === 'string' && members.has(memberId)) ||
      (kind === 'refund' && ownText.some((text) => text.includes(payment))) ||
      (kind === 'payment_intent' && ownText.some((text) => text.includes(id)));
    if (!isOwn) return [];
    return [['stripe', kind, status, amount ?? '', ending === true ? 'ending' : ''].join(' ').trimEnd()];
  });
}

/**
 * Describes the end state of a cell in lines without ids: streams with their events, emails, lists, payments, sessions.
 * Runs of a scenario that ended in the same way have the same lines.
 */
export function describeEndState(cell: Cell, installation: InstallationState): string[] {
  const own = findStreams(cell, installation);
  const lines = own.map((stream) => {
    const events = installation.streams.get(stream) ?? [];
    return `${stream.slice(0, stream.indexOf('-'))}: ${events.map((event) => describeEvent(event, cell)).join('; ')}`;
  });
  const isOurs = (address: string) => address.includes(cell.tag);
  for (const { kind, recipient, list, action } of installation.mails) {
    if (!isOurs(recipient)) continue;
    const what = kind === 'mailing-list' ? `list ${list} ${action}` : `mail ${kind}`;
    lines.push(`${what} to ${recipient.split('.')[0]}`);
  }
  for (const { list, email } of installation.lists) {
    if (isOurs(email)) lines.push(`on list ${list}: ${email.split('.')[0]}`);
  }
  lines.push(...describeStripe(cell, installation, own));
  for (const { id, email } of cell.members) {
    if (installation.erased.has(id)) lines.push(`erased: ${email.split('.')[0]}`);
    lines.push(`sessions: ${installation.sessions.get(id) ?? 0} of ${email.split('.')[0]}`);
  }
  return lines.toSorted();
}

/** Lines of only one of the two states: `-` before the first's, `+` before the second's. */
export function diffLines(first: readonly string[], second: readonly string[]): string[] {
  const unmatched = [...second];
  const missing: string[] = [];
  for (const line of first) {
    const index = unmatched.indexOf(line);
    if (index === -1) missing.push(`- ${line}`);
    else unmatched.splice(index, 1);
  }
  return [...missing, ...unmatched.map((line) => `+ ${line}`)];
}
