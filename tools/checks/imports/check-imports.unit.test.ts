import { describe, expect, it } from 'vitest';
import { checkImports } from './check-imports.ts';

const check = (file: string, source: string) => checkImports(new Map([[file, source]]));

const forbidden: [file: string, source: string, why: RegExp][] = [
  ['web/src/a.ts', `import { decide } from '../../services/domain/class/decide.ts'`, /contract only/],
  ['web/src/a.ts', `import { createPool } from '../../infra/postgres/create-pool.ts'`, /contract only/],
  ['web/e2e/a.e2e.ts', `import { app } from '../../services/api/app.ts'`, /running product/],
  ['services/domain/class/decide.ts', `import type { X } from '../../contract/x.ts'`, /pure/],
  ['services/domain/class/decide.ts', `import { log } from '../../../infra/logging/logger.ts'`, /pure/],
  ['services/domain/class/decide.ts', `import { randomUUID } from 'node:crypto'`, /pure/],
  ['services/contract/x.ts', `import type { ClassState } from '../domain/class/state.ts'`, /browser/],
  ['services/contract/x.ts', `import fastify from 'fastify'`, /browser/],
  ['services/commands/a.ts', `import { app } from '../api/app.ts'`, /loads, decides and appends/],
  [
    'services/commands/a.ts',
    `import { q } from '../../projections/read-models/classes/queries.ts'`,
    /appends/,
  ],
  ['services/processes/a.ts', `import { q } from '../../projections/runner/run.ts'`, /spans streams/],
  ['services/processes/a.ts', `import type { q } from '../contract/a.ts'`, /spans streams/],
  [
    'services/histories/a.ts',
    `import { q } from '../../projections/read-models/classes/queries.ts'`,
    /from streams alone/,
  ],
  [
    'services/api/a.ts',
    `import { decide } from '../domain/class/decide.ts'`,
    /commands, histories and queries/,
  ],
  ['services/api/a.ts', `import { p } from '../../projections/read-models/classes/project.ts'`, /queries/],
  ['projections/runner/a.ts', `import { book } from '../../services/commands/book-class.ts'`, /event types/],
  ['workers/jobs/a.ts', `import type { X } from '../../services/contract/x.ts'`, /through commands/],
  ['workers/jobs/a.ts', `import { p } from '../../projections/runner/run.ts'`, /through commands/],
  [
    'infra/queue/a.ts',
    `import { decide } from '../../services/domain/class/decide.ts'`,
    /nothing of the product/,
  ],
  ['infra/queue/a.ts', `import { run } from '../../projections/runner/run.ts'`, /nothing of the product/],
  ['infra/queue/a.ts', `import { waitFor } from '../testing/wait-for.ts'`, /infra\/testing is a tool/],
  ['services/main.ts', `import { start } from '../infra/embedded/main.ts'`, /infra\/embedded is a tool/],
  ['workers/main.ts', `import { app } from '../services/api/app.ts'`, /put together/],
  ['services/api/a.ts', `import { stub } from './b.fixture.ts'`, /belongs to tests/],
  [
    'services/api/a.ts',
    `import { EventStoreDBClient } from '@eventstore/db-client'`,
    /Only infra\/event-store/,
  ],
  [
    'infra/queue/a.ts',
    `import type { X } from '@eventstore/db-client/generated/x.js'`,
    /Only infra\/event-store/,
  ],
  ['workers/jobs/a.ts', `import { Queue } from 'bullmq'`, /Only infra\/queue/],
  ['infra/postgres/a.ts', `import { Redis } from 'ioredis'`, /Only infra\/queue/],
  ['services/api/a.int.test.ts', `import Stripe from 'stripe'`, /Only infra\/payments/],
  ['workers/jobs/a.ts', `import { BrevoClient } from '@getbrevo/brevo'`, /Only infra\/mail/],
];

const allowed: [file: string, source: string][] = [
  [
    'web/src/a.tsx',
    `import type { X } from '../../services/contract/x.ts'; import { useState } from 'react'`,
  ],
  ['web/e2e/a.e2e.test.ts', `import { launchBrowser } from '../../infra/testing/browser.ts'`],
  [
    'services/domain/wallet/decide.ts',
    `import type { E } from '../class/events.ts'; import { addDays } from 'date-fns/addDays'`,
  ],
  ['services/domain/wallet/decide.unit.test.ts', `import fc from 'fast-check'; import './decide.ts'`],
  [
    'services/commands/a.ts',
    `import '../domain/class/decide.ts'; import '../processes/booking.ts'; import 'node:crypto'`,
  ],
  [
    'services/api/a.ts',
    `import '../../projections/read-models/classes/queries.ts'; import '../contract/x.ts'`,
  ],
  ['services/api/a.ts', `import '../../projections/read-models/classes/queries/by-day.ts'`],
  ['services/main.ts', `import './api/app.ts'; import '../infra/config/config.ts'; import './domain/x.ts'`],
  [
    'projections/read-models/a/project.ts',
    `import type { E } from '../../../services/domain/class/events.ts'`,
  ],
  ['workers/jobs/a.ts', `import '../../services/commands/a.ts'; import '../../infra/queue/queue.ts'`],
  ['infra/queue/a.ts', `import { Queue } from 'bullmq'; import '../postgres/create-pool.ts'`],
  ['infra/queue/a.int.test.ts', `import { waitFor } from '../testing/wait-for.ts'`],
  [
    'infra/embedded/main.ts',
    `import '../../services/main.ts'; import '@eventstore/db-client'; import 'stripe'`,
  ],
];

describe('the import rules', () => {
  it.each(forbidden)('forbid %s: %s', (file, source, why) => {
    const complaints = check(file, source);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(why);
    expect(complaints[0]).toContain(`${file}:1 imports `);
  });

  it.each(allowed)('allow %s: %s', (file, source) => {
    expect(check(file, source)).toEqual([]);
  });

  it.each([
    `import type { D } from '../domain/d.ts'`,
    `export { d } from '../domain/d.ts'`,
    `export * from '../domain/d.ts'`,
    `export type { D } from '../domain/d.ts'`,
    `const d = await import('../domain/d.ts')`,
    `type D = import('../domain/d.ts').D`,
    `import '../domain/d.ts'`,
  ])('see %s, with its line', (statement) => {
    const [complaint] = check('services/api/a.ts', `const one = 1;\n\n${statement};\n`);
    expect(complaint).toContain('services/api/a.ts:3 imports ../domain/d.ts: ');
  });

  it('find files that import one another in a circle, by types too, and say it once', () => {
    const sources = new Map([
      ['services/domain/a.ts', `import { b } from './b.ts'`],
      ['services/domain/b.ts', `import type { C } from './c.ts'; import './d.ts'`],
      ['services/domain/c.ts', `export * from './a.ts'`],
      ['services/domain/d.ts', ''],
    ]);
    expect(checkImports(sources)).toEqual([
      'services/domain/a.ts:1 imports itself in a circle: services/domain/a.ts → services/domain/b.ts → services/domain/c.ts → services/domain/a.ts',
    ]);
  });
});
