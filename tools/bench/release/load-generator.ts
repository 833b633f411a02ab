import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../load/http-load.ts';
import { formatRequest, LeanHttp } from '../load/lean-http.ts';
import { answerParent } from '../servers/child.ts';
import { MemberTraffic, otherReadsPerBooking } from './member-traffic.ts';

/** A process that sends the requests of a release at their due times, independent of the answers (an open-loop load). */

const connectionsPerSecond = 500;
/** Requests still unanswered this long after the last one was due count as failed. */
const answerTimeoutMs = 60_000;

/** Opens a connection for each member before the release. */
export interface ConnectMessage {
  readonly kind: 'connect';
  readonly port: number;
  readonly members: number;
}

export interface LoadMessage {
  readonly kind: 'load';
  readonly bookingsPerSecond: number;
  readonly seconds: number;
  readonly tokens: readonly string[];
  /** Who books which class, in order. */
  readonly attempts: readonly (readonly [member: number, classId: number])[];
  readonly dates: readonly string[];
}

/** Milliseconds. */
export interface Spread {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

export interface LoadResult {
  /** From when a member's path was due until the member knew how it ended. */
  readonly paths: Spread;
  readonly bookings: Spread;
  readonly reads: Spread;
  readonly seconds: number;
  /** Counts by request and status, or by error. */
  readonly answers: Readonly<Record<string, number>>;
  /** Counts of refused bookings by code. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Bookings acknowledged before the read models showed them. */
  readonly pending: number;
  /** Bookings, acknowledged as not pending, that the member's next read did not show. */
  readonly unseen: number;
  /** Requests not sent because every member was still waiting for an answer. */
  readonly skipped: { readonly bookings: number; readonly reads: number };
  readonly acknowledged: readonly (readonly [member: number, classId: number, bookingId: number])[];
  /** 99th percentile of this process's event loop delay. */
  readonly loopDelayMs: number;
  readonly cpuSeconds: number;
}

function spreadOf(latencies: readonly number[]): Spread {
  return {
    count: latencies.length,
    median: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    max: percentile(latencies, 1),
  };
}

/** Yields the times of a Poisson process, as independent members arrive: the gaps are exponentially distributed. */
class Arrivals {
  readonly #perSecond: number;
  dueAt: number;

  constructor(startedAt: number, perSecond: number) {
    this.#perSecond = perSecond;
    this.dueAt = startedAt;
    this.next();
  }

  next(): void {
    this.dueAt += (-Math.log(1 - Math.random()) * 1000) / this.#perSecond;
  }
}

/** Starts bookings and reads when they are due. Returns how many were skipped because every connection was busy. */
async function sendWhenDue(
  http: LeanHttp,
  traffic: MemberTraffic,
  { bookingsPerSecond, seconds, attempts }: LoadMessage,
): Promise<LoadResult['skipped']> {
  const skipped = { bookings: 0, reads: 0 };
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const remaining = attempts.values();
  const bookings = new Arrivals(startedAt, bookingsPerSecond);
  const reads = new Arrivals(startedAt, bookingsPerSecond * otherReadsPerBooking);
  while (Math.min(bookings.dueAt, reads.dueAt) < endsAt) {
    const now = Math.min(performance.now(), endsAt);
    for (; bookings.dueAt <= now; bookings.next()) {
      const attempt = remaining.next();
      if (http.isBusy) skipped.bookings += 1;
      else if (!attempt.done) traffic.startBooking(bookings.dueAt, ...attempt.value);
    }
    for (; reads.dueAt <= now; reads.next()) {
      if (http.isBusy) skipped.reads += 1;
      else traffic.startRead(reads.dueAt);
    }
    // Timers are exact to the millisecond. Spinning would be more exact, but would take a whole core.
    await delay(Math.max(1, Math.min(bookings.dueAt, reads.dueAt, endsAt) - performance.now()));
  }
  return skipped;
}

async function applyLoad(http: LeanHttp, message: LoadMessage): Promise<LoadResult> {
  const traffic = new MemberTraffic(http, message);
  const loopDelay = monitorEventLoopDelay({ resolution: 5 });
  loopDelay.enable();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const skipped = await sendWhenDue(http, traffic, message);
  const timeout = setTimeout(() => http.close(), answerTimeoutMs);
  await traffic.waitForAnswers();
  clearTimeout(timeout);
  const { user, system } = process.cpuUsage(cpuBefore);
  loopDelay.disable();
  http.close();
  const { latencies, answers, refusals, pending, unseen, acknowledged } = traffic;
  return {
    paths: spreadOf(latencies.paths),
    bookings: spreadOf(latencies.bookings),
    reads: spreadOf(latencies.reads),
    seconds: (performance.now() - startedAt) / 1000,
    answers,
    refusals,
    pending,
    unseen,
    skipped,
    acknowledged,
    loopDelayMs: Math.max(0, loopDelay.percentile(99) / 1e6 - 5),
    cpuSeconds: (user + system) / 1e6,
  };
}

let connected: LeanHttp | null = null;

answerParent<ConnectMessage | LoadMessage>(
  async (message) => {
    if (message.kind === 'connect') {
      connected = new LeanHttp({ port: message.port, connections: message.members });
      return connected.openAll(formatRequest('GET', '/api/class-passes'), connectionsPerSecond);
    }
    if (connected === null) throw new Error('No connections are open');
    return applyLoad(connected, message);
  },
  async () => {},
);
