import { z } from 'zod';
import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { Cell } from './cell.ts';
import type { CrashStudio } from './crash-studio.ts';

const stripeRow = z.object({ id: z.string(), kind: z.string(), data: z.looseObject({}) });
type StripeRow = z.infer<typeof stripeRow>;
interface Mail {
  readonly kind: string;
  readonly recipient: string;
  readonly list: number | null;
  readonly action: string | null;
}

/** Everything there is once all is quiet, of which each cell picks its own. */
export interface Everything {
  readonly streams: ReadonlyMap<string, readonly RecordedEvent<StudioEvent>[]>;
  readonly mails: readonly Mail[];
  readonly lists: readonly { list: number; email: string }[];
  readonly stripe: readonly StripeRow[];
  /** People whose key was destroyed. */
  readonly forgotten: ReadonlySet<string>;
  readonly sessions: ReadonlyMap<string, number>;
}

export async function lookAtEverything({ lasting }: CrashStudio): Promise<Everything> {
  const streams = new Map<string, RecordedEvent<StudioEvent>[]>();
  for await (const events of lasting.eventStore.readAll(null)) {
    for (const event of events) {
      const stream = streams.get(event.stream) ?? [];
      stream.push(event);
      streams.set(event.stream, stream);
    }
  }
  const mails = await lasting.pool.query<Mail>('SELECT kind, recipient, list, action FROM sandbox.outbox');
  const lists = await lasting.pool.query<{ list: number; email: string }>(
    'SELECT list, email FROM sandbox.mailing_lists',
  );
  const stripe = await lasting.pool.query(
    `SELECT id, kind, data FROM sandbox.stripe_objects
     WHERE kind IN ('payment_intent', 'refund', 'subscription', 'checkout_session', 'checkout.session')`,
  );
  const keys = await lasting.pool.query<{ id: string }>(
    'SELECT member_id AS id FROM member_keys WHERE destroyed_at IS NOT NULL',
  );
  const sessions = await lasting.pool.query<{ id: string; open: number }>(
    `SELECT coalesce(sess ->> 'memberId', sess ->> 'staffId') AS id, count(*)::int AS open FROM sessions
     WHERE coalesce(sess ->> 'memberId', sess ->> 'staffId') IS NOT NULL GROUP BY 1`,
  );
  return {
    streams,
    mails: mails.rows,
    lists: lists.rows,
    stripe: stripe.rows.map((row) => stripeRow.parse(row)),
    forgotten: new Set(keys.rows.map(({ id }) => id)),
    sessions: new Map(sessions.rows.map(({ id, open }) => [id, open])),
  };
}

/** Of an event's data what must be the same in two tellings of one story; ids and times are each telling's own. */
const told = [
  ...['passes', 'pricePence', 'amountPence', 'capacity', 'level', 'time', 'kind', 'source', 'reason'],
  ...['because', 'attended', 'consent', 'what', 'value', 'role', 'name', 'from', 'outcome', 'demanded'],
] as const;

function line(event: RecordedEvent<StudioEvent>, cell: Cell): string {
  const data = new Map<string, unknown>(Object.entries(event.data));
  const facts = told.flatMap((field) => {
    const value = data.get(field);
    return value === undefined || typeof value === 'object' ? [] : [`${field} ${value}`];
  });
  const text = facts.length === 0 ? event.type : `${event.type} (${facts.join(', ')})`;
  return text.replaceAll(cell.tag, 'TAG');
}

const serialised = new WeakMap<readonly RecordedEvent<StudioEvent>[], string>();
/** The beginning of a stream, which says whose it is. */
function beginning(events: readonly RecordedEvent<StudioEvent>[]): string {
  const known = serialised.get(events);
  if (known !== undefined) return known;
  const text = JSON.stringify([events[0]?.data, events[0]?.metadata]);
  serialised.set(events, text);
  return text;
}

/** The streams that are a cell's: known from the start, or begun with something that is the cell's alone. */
function streamsOf(cell: Cell, { streams }: Everything): string[] {
  const marks = [cell.tag, ...cell.members.map(({ id }) => id)];
  const own = [...cell.streams].filter((stream) => streams.has(stream));
  const instructors = own.flatMap((stream) => /^instructor-(\d+)$/.exec(stream)?.[1] ?? []);
  for (const id of instructors) marks.push(`"instructorId":${id},`, `"instructorId":${id}}`);
  const found = [...streams].flatMap(([stream, events]) =>
    marks.some((mark) => beginning(events).includes(mark)) ? [stream] : [],
  );
  return [...new Set([...own, ...found])];
}

const stripeFacts = z.looseObject({
  status: z.string().nullish(),
  amount: z.number().nullish(),
  cancel_at_period_end: z.boolean().nullish(),
  metadata: z.looseObject({ memberId: z.string().optional() }).nullish(),
  payment_intent: z.string().nullish(),
  client_reference_id: z.string().nullish(),
});

/** What a payment or subscription of one of the cell's members has come to at Stripe. */
function atStripe(cell: Cell, { stripe, streams }: Everything, ownStreams: readonly string[]): string[] {
  const members = new Set(cell.members.map(({ id }) => id));
  const ownText = ownStreams.map((stream) => JSON.stringify(streams.get(stream)?.map(({ data }) => data)));
  return stripe.flatMap(({ id, kind, data }) => {
    const { status, amount, cancel_at_period_end: ending, ...facts } = stripeFacts.parse(data);
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
 * What a cell has come to, line by line and in no one's ids: streams with their events, mails, lists, payments, sessions.
 * Two tellings of one story that ended in the same way have the same lines.
 */
export function endStateOf(cell: Cell, everything: Everything): string[] {
  const own = streamsOf(cell, everything);
  const lines = own.map((stream) => {
    const events = everything.streams.get(stream) ?? [];
    return `${stream.slice(0, stream.indexOf('-'))}: ${events.map((event) => line(event, cell)).join('; ')}`;
  });
  const isOurs = (address: string) => address.includes(cell.tag);
  for (const { kind, recipient, list, action } of everything.mails) {
    if (!isOurs(recipient)) continue;
    const what = kind === 'mailing-list' ? `list ${list} ${action}` : `mail ${kind}`;
    lines.push(`${what} to ${recipient.split('.')[0]}`);
  }
  for (const { list, email } of everything.lists) {
    if (isOurs(email)) lines.push(`on list ${list}: ${email.split('.')[0]}`);
  }
  lines.push(...atStripe(cell, everything, own));
  for (const { id, email } of cell.members) {
    if (everything.forgotten.has(id)) lines.push(`forgotten: ${email.split('.')[0]}`);
    lines.push(`sessions: ${everything.sessions.get(id) ?? 0} of ${email.split('.')[0]}`);
  }
  return lines.toSorted();
}

/** What one state has and the other lacks, `-` before the first's and `+` before the second's. */
export function difference(first: readonly string[], second: readonly string[]): string[] {
  const left = [...second];
  const missing: string[] = [];
  for (const one of first) {
    const at = left.indexOf(one);
    if (at === -1) missing.push(`- ${one}`);
    else left.splice(at, 1);
  }
  return [...missing, ...left.map((one) => `+ ${one}`)];
}
