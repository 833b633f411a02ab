import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { percentile } from '../load/http-load.ts';
import { LeanHttp, requestText } from '../load/lean-http.ts';
import { answerParent } from '../servers/child.ts';

/** Sends a release's requests at their times from a process of its own, whatever the answers do. */

const readsABooking = 20;
/** How many came in each second, before. */
const comeInPerSecond = 500;
/** What is still unanswered so long after the last request was due has no answer. */
const patienceMs = 60_000;

/** Before the rush: everyone comes in, on a connection of their own, and looks at the page while they wait for noon. */
export interface ComingIn {
  readonly kind: 'come in';
  readonly port: number;
  readonly people: number;
}

export interface Rush {
  readonly kind: 'rush';
  /** Bookings a second; twenty reads come to each. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly tokens: readonly string[];
  /** Whom wants which class, in the order in which they ask. */
  readonly wishes: readonly (readonly [member: number, classId: number])[];
  readonly dates: readonly string[];
}

export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

export interface RushResult {
  /** Milliseconds from when a request was due, not from when it got away. */
  readonly booked: Spread;
  readonly bookings: Spread;
  readonly reads: Spread;
  readonly seconds: number;
  /** By what was asked and its status, or what broke. */
  readonly answers: Readonly<Record<string, number>>;
  /** Why bookings were refused, by code. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Answered before the read models showed it. */
  readonly pending: number;
  /** Members who looked at their bookings as soon as they had the answer, and did not see it there. */
  readonly unseen: number;
  /** What was due while every member was waiting for an answer: a person who waits does not ask for more. */
  readonly unasked: { readonly bookings: number; readonly reads: number };
  /** What was acknowledged: member, class, booking. */
  readonly acknowledged: readonly (readonly [number, number, number])[];
  /** Of this process: what its loop was late at worst in 99 of 100 turns (ms), and its processor seconds. */
  readonly lateness: number;
  readonly processor: number;
}

const bookAnswer = z.object({ bookingId: z.number(), pending: z.boolean().optional() });
const refusal = z.object({ code: z.string() });
const myBookings = z.object({ bookings: z.array(z.object({ id: z.number() })) });

/** What someone looks at who wants to book, by how often of twenty; the one look at what was booked comes on its own. */
const looks: readonly (readonly [weight: number, path: string, isOwn: boolean])[] = [
  [9, '/api/classes', false],
  [3, '/api/waitlist', true],
  [3, '/api/auth/user', true],
  [2, '/api/my-bookings', true],
  [1, '/api/user/passes', true],
  [1, '/api/class-passes', false],
];
const looksByTurn = looks.flatMap(([weight, path, isOwn]) => Array(weight).fill({ path, isOwn }));

function spread(latencies: readonly number[]): Spread {
  return {
    count: latencies.length,
    median: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    max: percentile(latencies, 1),
  };
}

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/** Independent people arrive at random: the waits between them are exponential. */
const nextWait = (perSecond: number) => (-Math.log(1 - Math.random()) * 1000) / perSecond;

let inside: LeanHttp | null = null;

async function comeIn({ port, people }: ComingIn): Promise<void> {
  inside = new LeanHttp({ port, connections: people });
  await inside.openAll(requestText('GET', '/api/class-passes'), comeInPerSecond);
}

async function rush(
  http: LeanHttp,
  { perSecond, seconds, tokens, wishes, dates }: Rush,
): Promise<RushResult> {
  const loop = monitorEventLoopDelay({ resolution: 5 });
  const latencies = { booked: [] as number[], bookings: [] as number[], reads: [] as number[] };
  const answers: Record<string, number> = {};
  const refusals: Record<string, number> = {};
  const acknowledged: [number, number, number][] = [];
  const open = new Set<Promise<void>>();
  const unasked = { bookings: 0, reads: 0 };
  let pending = 0;
  let unseen = 0;

  const count = (into: Record<string, number>, key: string) => {
    into[key] = (into[key] ?? 0) + 1;
  };
  const follow = (what: string, work: Promise<void>) => {
    const followed = work
      .catch((error: unknown) => count(answers, `${what}: ${error instanceof Error ? error.message : error}`))
      .finally(() => open.delete(followed));
    open.add(followed);
  };

  async function look(dueAt: number): Promise<void> {
    const { path, isOwn } = pick(looksByTurn) ?? { path: '/api/classes', isOwn: false };
    const isOfDay = path === '/api/classes' || path === '/api/waitlist';
    const token = isOwn ? pick(tokens) : undefined;
    const text = requestText('GET', isOfDay ? `${path}?date=${pick(dates)}` : path, {
      ...(token === undefined ? {} : { token }),
    });
    const { status } = await http.send(text);
    latencies.reads.push(performance.now() - dueAt);
    count(answers, `${path} ${status}`);
  }

  /** Whoever has booked looks at what they have: it must be there, unless the answer said that it was to follow. */
  async function check(token: string, bookingId: number): Promise<void> {
    const sentAt = performance.now();
    const { status, body } = await http.send(requestText('GET', '/api/my-bookings', { token }), true);
    latencies.reads.push(performance.now() - sentAt);
    count(answers, `/api/my-bookings ${status}`);
    if (status === 200 && !myBookings.parse(JSON.parse(body)).bookings.some(({ id }) => id === bookingId))
      unseen += 1;
  }

  async function book(dueAt: number, [member, classId]: readonly [number, number]): Promise<void> {
    const token = tokens[member] ?? '';
    const text = requestText('POST', '/api/bookings', { token, body: { classId } });
    const { status, body } = await http.send(text, true);
    const took = performance.now() - dueAt;
    latencies.bookings.push(took);
    count(answers, `booking ${status}`);
    if (status !== 200) {
      count(refusals, refusal.safeParse(JSON.parse(body)).data?.code ?? 'without a code');
      return;
    }
    latencies.booked.push(took);
    const answer = bookAnswer.parse(JSON.parse(body));
    acknowledged.push([member, classId, answer.bookingId]);
    if (answer.pending === true) pending += 1;
    else follow('check', check(token, answer.bookingId));
  }

  loop.enable();
  const before = process.cpuUsage();
  const began = performance.now();
  const ends = began + seconds * 1000;
  const wanted = wishes.values();
  const readsPerSecond = perSecond * (readsABooking - 1);
  let bookingDue = began + nextWait(perSecond);
  let readDue = began + nextWait(readsPerSecond);
  while (Math.min(bookingDue, readDue) < ends) {
    const now = performance.now();
    while (bookingDue <= now && bookingDue < ends) {
      const wish = wanted.next();
      if (http.isBusy) unasked.bookings += 1;
      else if (!wish.done) follow('booking', book(bookingDue, wish.value));
      bookingDue += nextWait(perSecond);
    }
    while (readDue <= now && readDue < ends) {
      if (http.isBusy) unasked.reads += 1;
      else follow('read', look(readDue));
      readDue += nextWait(readsPerSecond);
    }
    // To the millisecond: to be more exact it would have to keep a whole core busy with waiting.
    await delay(Math.max(1, Math.min(bookingDue, readDue, ends) - performance.now()));
  }
  const givingUp = setTimeout(() => http.close(), patienceMs);
  // Checks follow from answers.
  while (open.size > 0) await Promise.all(open);
  clearTimeout(givingUp);
  const { user, system } = process.cpuUsage(before);
  loop.disable();
  http.close();
  return {
    booked: spread(latencies.booked),
    bookings: spread(latencies.bookings),
    reads: spread(latencies.reads),
    seconds: (performance.now() - began) / 1000,
    answers,
    refusals,
    pending,
    unseen,
    unasked,
    acknowledged,
    lateness: Math.max(0, loop.percentile(99) / 1e6 - 5),
    processor: (user + system) / 1e6,
  };
}

answerParent<ComingIn | Rush>(
  async (message) => {
    if (message.kind === 'come in') return comeIn(message);
    if (inside === null) throw new Error('Nobody has come in');
    return rush(inside, message);
  },
  async () => {},
);
