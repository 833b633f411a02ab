import type { Pool } from 'pg';
import type { SandboxLogger } from '../sandbox-logger.ts';
import { type Delivery, deliveryQueue } from './delivery-queue.ts';
import type { LaterSteps } from './later.ts';
import { stripeSignature } from './signature.ts';

export interface DeliveriesOptions {
  pool: Pool;
  /** Asked at each delivery: the port may only be known after the app listens. */
  url: () => string;
  secret: string;
  /** Done here because what happens by itself is only ever noticed by its webhooks. */
  later: LaterSteps;
  logger: SandboxLogger;
}

export interface Deliveries {
  /** New events were committed. */
  wake(): void;
  /** Resolves when every event is delivered, or refused in several attempts, and none is under way. */
  settled(): Promise<void>;
  /** Starts no more, and waits for those under way; what is left is delivered after the next start. */
  stop(): Promise<void>;
}

const AT_ONCE = 4;
const TIMEOUT_MS = 15_000;
const LONGEST_IDLE_MS = 10_000;
const RETRY_DATABASE_MS = 1_000;

async function post({ url, secret }: DeliveriesOptions, delivery: Delivery): Promise<string | null> {
  const payload = JSON.stringify(delivery.payload, null, 2);
  try {
    const response = await fetch(url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        // The time of the machine, not the studio's: it says how old the message is on the wire.
        'stripe-signature': stripeSignature(payload, secret, new Date()),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'failed';
  }
}

/** Delivers webhooks from the durable list: at least once each, several at a time, in any order, until a 2xx. */
export function startDeliveries(options: DeliveriesOptions): Deliveries {
  const { pool, logger } = options;
  const queue = deliveryQueue(pool);
  const underWay = new Set<Promise<void>>();
  let stopping = false;
  let woken = false;
  let signal = (): void => undefined;
  let passed: Array<() => void> = [];

  const wake = (): void => {
    woken = true;
    signal();
  };

  async function deliver(delivery: Delivery): Promise<void> {
    const problem = await post(options, delivery);
    if (problem === null) return queue.succeeded(delivery);
    logger.warn({ event: delivery.eventId, attempt: delivery.attempt, problem }, 'sandbox webhook not taken');
    return queue.failed(delivery, problem);
  }

  function start(delivery: Delivery): void {
    const work: Promise<void> = deliver(delivery)
      .catch((error: unknown) => logger.warn({ err: error }, 'sandbox webhook not recorded'))
      .finally(() => {
        underWay.delete(work);
        wake();
      });
    underWay.add(work);
  }

  async function deliverDue(): Promise<number> {
    try {
      const free = AT_ONCE - underWay.size;
      if (free > 0) for (const delivery of await queue.claim(free)) start(delivery);
      if (underWay.size === 0 && !(await queue.hasUnsettled())) {
        for (const resolve of passed.splice(0)) resolve();
      }
      if (underWay.size > 0) return LONGEST_IDLE_MS;
      return (await queue.msUntilDue()) ?? LONGEST_IDLE_MS;
    } catch (error) {
      if (!stopping) logger.warn({ err: error }, 'sandbox webhooks: the database did not answer');
      return RETRY_DATABASE_MS;
    }
  }

  /** Does and starts what is due, and says how long to rest. */
  async function pass(): Promise<number> {
    const laterMs = await options.later.doDue();
    const deliveriesMs = await deliverDue();
    return Math.max(10, Math.min(LONGEST_IDLE_MS, laterMs ?? LONGEST_IDLE_MS, deliveriesMs));
  }

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (woken) return resolve();
      const timer = setTimeout(resolve, ms);
      timer.unref();
      signal = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    await queue.makeAllDue().catch(() => undefined);
    while (!stopping) {
      woken = false;
      await rest(await pass());
    }
    await Promise.all(underWay);
    for (const resolve of passed) resolve();
    passed = [];
  }

  const running = run();
  return {
    wake,
    settled: () => {
      if (stopping) return running;
      return new Promise((resolve) => {
        passed.push(resolve);
        wake();
      });
    },
    stop: () => {
      stopping = true;
      wake();
      return running;
    },
  };
}
