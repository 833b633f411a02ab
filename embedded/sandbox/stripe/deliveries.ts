import type { Pool } from 'pg';
import type { SandboxLogger } from '../sandbox-logger.ts';
import type { DelayedSteps } from './delayed-steps.ts';
import { createDeliveryQueue, type Delivery } from './delivery-queue.ts';
import { stripeSignature } from './signature.ts';

export interface DeliveriesOptions {
  pool: Pool;
  /** Called at each delivery, because the port may only be known once the app listens. */
  url: () => string;
  secret: string;
  /** Run in this loop, because only their webhooks make these steps visible. */
  delayedSteps: DelayedSteps;
  logger: SandboxLogger;
}

export interface Deliveries {
  /** Call after new events were committed. */
  wake(): void;
  /** Resolves when every event is delivered, or refused in several attempts, and no delivery is in flight. */
  settled(): Promise<void>;
  /** Starts no more deliveries and waits for those in flight; the rest is delivered after the next start. */
  stop(): Promise<void>;
}

const CONCURRENCY = 4;
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
        // The machine's time, not the studio's: the receiver checks how old the message is.
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

interface WakeableSleep {
  /** Ends the current sleep, or skips the next one. */
  wake(): void;
  /** Forgets earlier calls of `wake`. */
  reset(): void;
  sleep(ms: number): Promise<void>;
}

function createWakeableSleep(): WakeableSleep {
  let isWoken = false;
  let endSleep = (): void => undefined;
  return {
    wake: () => {
      isWoken = true;
      endSleep();
    },
    reset: () => {
      isWoken = false;
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        if (isWoken) return resolve();
        const timer = setTimeout(resolve, ms);
        timer.unref();
        endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

async function deliver(
  options: DeliveriesOptions,
  queue: ReturnType<typeof createDeliveryQueue>,
  delivery: Delivery,
): Promise<void> {
  const problem = await post(options, delivery);
  if (problem === null) return queue.recordSuccess(delivery);
  options.logger.warn(
    { event: delivery.eventId, attempt: delivery.attempt, problem },
    'sandbox webhook refused',
  );
  return queue.recordFailure(delivery, problem);
}

/** Delivers webhooks from the durable queue: at least once each, several at a time, in any order, until a 2xx. */
export function startDeliveries(options: DeliveriesOptions): Deliveries {
  const { pool, logger } = options;
  const queue = createDeliveryQueue(pool);
  const { wake, reset, sleep } = createWakeableSleep();
  const inFlight = new Set<Promise<void>>();
  /** Whether a commit may have added delayed steps since they were last read. The end of a delivery adds none. */
  let hasCommitted = false;
  /** When the next delayed step is due or is looked for, in milliseconds of `performance.now()`. */
  let stepsDueAt = 0;
  let isStopping = false;
  let settledWaiters: Array<() => void> = [];

  function startDelivery(delivery: Delivery): void {
    const work: Promise<void> = deliver(options, queue, delivery)
      .catch((error: unknown) => logger.warn({ err: error }, 'sandbox webhook result not stored'))
      .finally(() => {
        inFlight.delete(work);
        wake();
      });
    inFlight.add(work);
  }

  /** Starts the due deliveries and returns the milliseconds until the next. */
  async function startDueDeliveries(): Promise<number> {
    try {
      const free = CONCURRENCY - inFlight.size;
      if (free > 0) for (const delivery of await queue.claim(free)) startDelivery(delivery);
      if (inFlight.size > 0) return LONGEST_IDLE_MS;
      // A later caller may have committed an event that this query does not see.
      const { length: answered } = settledWaiters;
      const { msUntilDue, hasUnsettled } = await queue.readBacklog();
      if (!hasUnsettled) for (const resolve of settledWaiters.splice(0, answered)) resolve();
      return msUntilDue ?? LONGEST_IDLE_MS;
    } catch (error) {
      if (!isStopping) logger.warn({ err: error }, 'sandbox webhooks: database unavailable');
      return RETRY_DATABASE_MS;
    }
  }

  async function run(): Promise<void> {
    await queue.makeAllDue().catch(() => undefined);
    while (!isStopping) {
      reset();
      if (hasCommitted || performance.now() >= stepsDueAt) {
        hasCommitted = false;
        const dueInMs = (await options.delayedSteps.doDue()) ?? LONGEST_IDLE_MS;
        stepsDueAt = performance.now() + Math.min(LONGEST_IDLE_MS, dueInMs);
      }
      const stepsMs = stepsDueAt - performance.now();
      const deliveriesMs = await startDueDeliveries();
      await sleep(Math.max(10, Math.min(stepsMs, deliveriesMs)));
    }
    await Promise.all(inFlight);
    for (const resolve of settledWaiters) resolve();
    settledWaiters = [];
  }

  const running = run();
  return {
    wake: () => {
      hasCommitted = true;
      wake();
    },
    settled: () => {
      if (isStopping) return running;
      return new Promise((resolve) => {
        settledWaiters.push(resolve);
        wake();
      });
    },
    stop: () => {
      isStopping = true;
      wake();
      return running;
    },
  };
}
