import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isTracing } from '../../../infra/telemetry/spans.ts';

/** Looks are gathered into few queries for some 25 ms; many more at once would only make what each batch answers larger. */
const looksAtOnce = 256;
/**
 * How many looks begin before the event loop hears what commands wait for, when the first in line has waited this long (ms).
 * Few, so that commands are quick; more as the looks wait longer, so that on a slow machine none of them is turned away (ADR 31).
 */
export const looksATurn = (waitedMs: number): number => Math.min(3 + Math.floor(waitedMs * 0.006), 64);
/**
 * How many bookings are under way at once; more stand in line. All at once they share the processor, and all are late together: of 500
 * a second, three times what a slow machine could do, 138 of 10,647 met their deadline of 9 s, while the median was 4.
 */
export const bookingsAtOnce = 128;
/** These are open for long, and most of the time wait for something else. */
const takeTheirTime: ReadonlySet<string> = new Set([
  '/api/events',
  '/api/audit/verify',
  '/api/audit/members/:id/export',
]);

interface Waiting {
  readonly enter: () => void;
  readonly since: number;
  hasGone: boolean;
  next: Waiting | null;
}

/**
 * Lets so many in at once, and so many of them in one turn of the event loop, by how long (ms) the first in line has waited when
 * the turn's first comes in; the others come in as they came.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #aTurn: (waitedMs: number) => number;
  // Thousands may wait: whoever goes before their turn is passed over when it comes.
  #first: Waiting | null = null;
  #last: Waiting | null = null;
  #inside = 0;
  #thisTurn = 0;
  #thisTurnAtMost = 0;

  constructor({ atOnce, aTurn }: { atOnce: number; aTurn: (waitedMs: number) => number }) {
    this.#atOnce = atOnce;
    this.#aTurn = aTurn;
  }

  /** Calls `enter` when it is its turn, perhaps at once. Answers how to leave, or to give up waiting: once. */
  take(enter: () => void): () => void {
    let isInside = false;
    const go = () => {
      isInside = true;
      this.#inside += 1;
      this.#countThisTurn();
      enter();
    };
    if (this.#first === null && this.#hasRoom()) {
      go();
      return () => this.#leave();
    }
    const waiting: Waiting = {
      // Let in by another that leaves, and still within its own request: its spans are no part of the other's. Costs a twentieth of
      // all time when hundreds wait.
      enter: isTracing() ? AsyncLocalStorage.bind(go) : go,
      since: performance.now(),
      hasGone: false,
      next: null,
    };
    if (this.#last === null) this.#first = waiting;
    else this.#last.next = waiting;
    this.#last = waiting;
    return () => {
      if (isInside) this.#leave();
      else waiting.hasGone = true;
    };
  }

  #leave(): void {
    this.#inside -= 1;
    this.#letIn();
  }

  #hasRoom(): boolean {
    if (this.#thisTurn === 0) {
      this.#thisTurnAtMost = this.#aTurn(this.#first === null ? 0 : performance.now() - this.#first.since);
    }
    return this.#inside < this.#atOnce && this.#thisTurn < this.#thisTurnAtMost;
  }

  #letIn(): void {
    for (let waiting = this.#first; waiting !== null; waiting = this.#first) {
      if (!waiting.hasGone && !this.#hasRoom()) return;
      this.#first = waiting.next;
      if (this.#first === null) this.#last = null;
      if (!waiting.hasGone) waiting.enter();
    }
  }

  #countThisTurn(): void {
    if (this.#thisTurn === 0) {
      setImmediate(() => {
        this.#thisTurn = 0;
        this.#letIn();
      });
    }
    this.#thisTurn += 1;
  }
}

/**
 * What someone asks to have done goes before what someone looks at: of the latter only so many are under way at once, and only
 * so many begin before the event loop looks after the others again. While few people look nobody waits. Bookings have a line of
 * their own; other commands have none, since some of them wait for Stripe, and nobody is to wait behind those.
 */
export function registerTurns(app: FastifyInstance): void {
  const looks = new Turns({ atOnce: looksAtOnce, aTurn: looksATurn });
  const bookings = new Turns({ atOnce: bookingsAtOnce, aTurn: () => bookingsAtOnce });
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    if (request.method !== 'GET' || !url?.startsWith('/api/') || takeTheirTime.has(url)) done();
    else takeTurn(looks, reply, done);
  });
  // Once all of it has come: who sends it slowly, or may not ask at all, is to keep nobody out.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method !== 'POST' || request.routeOptions.url !== '/api/bookings') done();
    else takeTurn(bookings, reply, done);
  });
}

function takeTurn(line: Turns, reply: FastifyReply, enter: () => void): void {
  // Of whoever has gone already nothing would say that they leave.
  if (reply.raw.destroyed) {
    enter();
    return;
  }
  const leave = line.take(enter);
  // Comes when the answer is out, and when whoever asked has gone before.
  reply.raw.once('close', leave);
}
