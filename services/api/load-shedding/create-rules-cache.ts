import type { Pool } from 'pg';
import type { ProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { readRulebook } from '#projections/read-models/rules/queries.ts';
import type { RulesAnswer } from '#services/contract/rules.ts';
import type { TypedApp } from '../typed-app.ts';
import { cacheUntilChange } from './cached-answer.ts';

/** Reads the answer of GET /api/rules, which every page contains, at most once a change. */
export const createRulesCache = (
  app: TypedApp,
  pool: Pool,
  waiter: Pick<ProjectionWaiter, 'onProgress'>,
): (() => Promise<RulesAnswer>) =>
  cacheUntilChange(app, waiter, 'rules', async () => {
    const { version, effectiveFrom, values } = await readRulebook(pool);
    return { version, effectiveFrom: effectiveFrom?.toISOString() ?? null, rules: values };
  });
