import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { countRequest } from '#infra/postgres/tables/request-counts.ts';
import { type Budget, findBudget, requireBudget } from '../budgets.ts';
import { HttpError } from '../http-error.ts';

/** More people than write in any ten minutes. This process counts those it has evicted from zero again. */
const maxPeople = 50_000;

interface Spending {
  /** The calls of the window at this process. */
  count: number;
  /** How many of them Postgres has. */
  counted: number;
  readonly endsAtMs: number;
}

interface Options {
  readonly pool: Pool;
  readonly clientHash: (text: string) => string;
}

/** Counts the calls of people within budgets, in Postgres for all processes. Of a person it stores a keyed hash, for minutes. */
class Spendings {
  readonly #options: Options;
  readonly #here = new LRUCache<string, Spending>({ max: maxPeople });

  constructor(options: Options) {
    this.#options = options;
  }

  /** Counts a call. Returns the milliseconds until the next is possible when it is one too many, else null. */
  async spend(person: string, { name, max, windowMs, uncounted }: Budget): Promise<number | null> {
    const spending = this.#find(`${name} ${person}`, windowMs);
    spending.count += 1;
    if (spending.count <= uncounted) return null;
    const by = spending.count - spending.counted;
    spending.counted = spending.count;
    const { pool, clientHash } = this.#options;
    const { count, leftMs } = await countRequest(pool, {
      key: `${name} ${clientHash(person)}`,
      windowMs,
      by,
    });
    return count > max ? leftMs : null;
  }

  #find(key: string, windowMs: number): Spending {
    const known = this.#here.get(key);
    if (known !== undefined && known.endsAtMs > Date.now()) return known;
    const spending = { count: 0, counted: 0, endsAtMs: Date.now() + windowMs };
    this.#here.set(key, spending);
    return spending;
  }
}

/** A member, an account of the staff, or a session with a role's shared password; null for a visitor. */
function findPerson({ principal, sessionId }: FastifyRequest): string | null {
  if (principal === null) return null;
  if (principal.kind === 'member') return principal.memberId;
  return principal.staffId ?? sessionId;
}

const overspent = (leftMs: number) =>
  new HttpError(
    429,
    'RATE_LIMITED',
    'That was a lot in a short time. Please wait a little and try again.',
    Math.max(1, Math.ceil(leftMs / 1000)),
  );

/** Refuses at registration a write of signed-in people that has no budget. */
export function requireBudgets(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema?.security === undefined) return;
    for (const each of [method].flat()) requireBudget(each, url);
  });
}

/** Answers calls beyond their budget with 429 and Retry-After. Calls with invalid input are refused before and cost nothing. */
export function registerBudgets(app: FastifyInstance, options: Options): void {
  const spendings = new Spendings(options);
  // By callbacks, so that reads do not wait for a promise.
  app.addHook('preHandler', (request, _reply, done) => {
    const budget = findBudget(request.method, request.routeOptions.url ?? '');
    const person = budget === undefined ? null : findPerson(request);
    if (budget === undefined || person === null) {
      done();
      return;
    }
    spendings
      .spend(person, budget)
      .then((leftMs) => done(leftMs === null ? undefined : overspent(leftMs)), done);
  });
}
