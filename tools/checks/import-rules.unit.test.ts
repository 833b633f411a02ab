import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import importRules from './import-rules.ts';
import { findMutualImports } from './mutual-imports.ts';
import { projectRoot } from './run-program.ts';

/** Files that the cases import. */
const targets = [
  'domain/class/decide.ts',
  'domain/class/events.ts',
  'infra/config/config.ts',
  'infra/logging/logger.ts',
  'infra/postgres/create-pool.ts',
  'projections/read-models/classes/project.ts',
  'projections/read-models/classes/queries.ts',
  'projections/read-models/classes/queries/by-day.ts',
  'projections/runner/run.ts',
  'services/api/app.ts',
  'services/api/b.fixture.ts',
  'services/commands/booking/book-class.ts',
  'services/contract/x.ts',
  'embedded/main.ts',
  'tools/testing/wait-for.ts',
  'workers/jobs/job.ts',
];

const forbidden: [folder: string, source: string, rule: string][] = [
  ['web/src', `import { decide } from '#domain/class/decide.ts'`, 'web → ^services/contract/'],
  ['web/src', `import { pool } from '#infra/postgres/create-pool.ts'`, 'web → ^services/contract/'],
  [
    'web/src',
    `import type { X } from '../../services/contract/x.ts'`,
    'relative paths stay in their top folder',
  ],
  ['web/e2e', `import { app } from '#services/api/app.ts'`, 'web → ^services/contract/'],
  ['domain/class', `import type { X } from '#services/contract/x.ts'`, 'domain → nothing of ours'],
  ['domain/class', `import { log } from '#infra/logging/logger.ts'`, 'domain → nothing of ours'],
  ['domain/class', `export { log } from '#infra/logging/logger.ts'`, 'domain → nothing of ours'],
  ['domain/class', `export * from '#infra/logging/logger.ts'`, 'domain → nothing of ours'],
  ['domain/class', `export type { Log } from '#infra/logging/logger.ts'`, 'domain → nothing of ours'],
  ['domain/class', `const log = await import('#infra/logging/logger.ts')`, 'domain → nothing of ours'],
  ['domain/class', `type Log = import('#infra/logging/logger.ts').Log`, 'domain → nothing of ours'],
  ['domain/class', `import '#infra/logging/logger.ts'`, 'domain → nothing of ours'],
  ['domain/class', `import { randomUUID } from 'node:crypto'`, 'domain and contract without I/O'],
  ['services/contract', `import fastify from 'fastify'`, 'domain and contract without I/O'],
  ['services/contract', `import type { A } from '../api/app.ts'`, 'services/contract → ^domain/'],
  [
    'services/commands/booking',
    `import { app } from '#services/api/app.ts'`,
    'services/commands → ^domain/, ^infra/',
  ],
  [
    'services/commands/booking',
    `import { q } from '#projections/read-models/classes/queries.ts'`,
    'services/commands → ^domain/, ^infra/',
  ],
  [
    'services/commands/booking',
    `import type { q } from '#services/contract/x.ts'`,
    'services/commands → ^domain/, ^infra/',
  ],
  [
    'services/audit/history',
    `import { q } from '#projections/read-models/classes/queries.ts'`,
    'services/audit → ^domain/, ^infra/',
  ],
  [
    'services/api',
    `import { p } from '#projections/read-models/classes/project.ts'`,
    'services/api → ^services/(commands|audit|contract)/, ^domain/, ^infra/, ^projections/read-models/.*queries, ^projections/catch-up/',
  ],
  ['services/api', `import { stub } from './b.fixture.ts'`, 'product without tests'],
  [
    'services/api',
    `import { EventStoreDBClient } from '@eventstore/db-client'`,
    'only infra/event-store → @eventstore/db-client',
  ],
  ['services/api', `import Stripe from 'stripe'`, 'only infra/payments → stripe'],
  ['services/api', `type S = import('stripe').Stripe`, 'only infra/payments → stripe'],
  [
    'projections/runner',
    `import { book } from '#services/commands/booking/book-class.ts'`,
    'projections → ^domain/, ^infra/',
  ],
  [
    'workers/jobs',
    `import type { X } from '#services/contract/x.ts'`,
    'workers → ^services/(commands|audit)/, ^domain/, ^infra/, ^projections/read-models/.*queries',
  ],
  [
    'workers/jobs',
    `import { p } from '#projections/runner/run.ts'`,
    'workers → ^services/(commands|audit)/, ^domain/, ^infra/, ^projections/read-models/.*queries',
  ],
  ['workers/jobs', `import { Queue } from 'bullmq'`, 'only infra/queue → bullmq|ioredis'],
  ['workers/jobs', `import { BrevoClient } from '@getbrevo/brevo'`, 'only infra/mail → @getbrevo/brevo'],
  ['infra/postgres', `import { Redis } from 'ioredis'`, 'only infra/queue → bullmq|ioredis'],
  ['infra/queue', `import { decide } from '#domain/class/decide.ts'`, 'infra → nothing of ours'],
  ['infra/queue', `import { run } from '#projections/runner/run.ts'`, 'infra → nothing of ours'],
  ['infra/queue', `import { waitFor } from '#tools/testing/wait-for.ts'`, 'infra → nothing of ours'],
  [
    'infra/queue',
    `import type { X } from '@eventstore/db-client/generated/streams_pb.js'`,
    'only infra/event-store → @eventstore/db-client',
  ],
  ['services', `import { start } from '#embedded/main.ts'`, 'services → ^domain/, ^infra/, ^projections/'],
  [
    'embedded',
    `import '#tools/testing/wait-for.ts'`,
    'embedded → ^(domain|infra|projections|services|workers)/',
  ],
];

const allowed: [folder: string, source: string][] = [
  ['web/src', `import type { X } from '#services/contract/x.ts'; import { useState } from 'react'`],
  [
    'domain/wallet',
    `import type { E } from '../class/events.ts'; import { addDays } from 'date-fns/addDays'`,
  ],
  ['services/commands/booking', `import '#domain/class/decide.ts'; import 'node:crypto'`],
  ['services/api', `import '#projections/read-models/classes/queries.ts'; import '#services/contract/x.ts'`],
  ['services/api', `import '#projections/read-models/classes/queries/by-day.ts'`],
  ['services', `import './api/app.ts'; import '#infra/config/config.ts'; import '#domain/class/decide.ts'`],
  ['projections/read-models/a', `import type { E } from '#domain/class/events.ts'`],
  ['workers/jobs', `import '#services/commands/booking/book-class.ts'; import '#infra/logging/logger.ts'`],
  ['infra/queue', `import { Queue } from 'bullmq'; import '../postgres/create-pool.ts'`],
  ['embedded', `import '#services/api/app.ts'; import '@eventstore/db-client'; import 'stripe'`],
  ['tools/bench', `import '#embedded/main.ts'; import '@eventstore/db-client'`],
];

const cycles = {
  'domain/a/one.ts': `import { two } from './two.ts'`,
  'domain/a/two.ts': `import type { three } from './three.ts'`,
  'domain/a/three.ts': `export * from './one.ts'`,
  // Two folders that import each other, without a cycle of files.
  'infra/left/one.ts': `import '../right/one.ts'`,
  'infra/left/two.ts': '',
  'infra/right/one.ts': '',
  'infra/right/two.ts': `import '../left/two.ts'`,
  // Two features that import each other through a subfolder.
  'web/src/features/first/page.ts': `import '../second/api/read.ts'`,
  'web/src/features/first/view.ts': '',
  'web/src/features/second/api/read.ts': '',
  'web/src/features/second/page.ts': `import '../first/view.ts'`,
};

const fileOf = (folder: string, kind: string, index: number) => `${folder}/${kind}-${index}.ts`;
let root: string;
let violations: { from: string; rule: string }[];
let mutualImports: string[];

/** One made-up project holds every case, so that the rules run once. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'import-rules-'));
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  const sources: Record<string, string> = {
    ...Object.fromEntries(targets.map((file) => [file, ''])),
    ...Object.fromEntries(
      forbidden.map(([folder, source], index) => [fileOf(folder, 'forbidden', index), source]),
    ),
    ...Object.fromEntries(
      allowed.map(([folder, source], index) => [fileOf(folder, 'allowed', index), source]),
    ),
    ...cycles,
  };
  const files = { 'package.json': JSON.stringify(packageJson), 'tsconfig.json': '{}', ...sources };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const { output } = await cruise(Object.keys(sources), {
    ...importRules.options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: importRules.forbidden },
  });
  if (typeof output === 'string') throw new Error(output);
  mutualImports = findMutualImports(output.modules);
  violations = output.summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const brokenBy = (file: string) => violations.filter(({ from }) => from === file).map(({ rule }) => rule);

describe('the import rules', () => {
  it.each(forbidden.map((one, index) => [...one, index] as const))(
    'forbid in %s: %s',
    (folder, _source, rule, index) => {
      expect(brokenBy(fileOf(folder, 'forbidden', index))).toContain(rule);
    },
  );

  it.each(allowed.map((one, index) => [...one, index] as const))(
    'allow in %s: %s',
    (folder, _source, index) => {
      expect(brokenBy(fileOf(folder, 'allowed', index))).toEqual([]);
    },
  );

  it('find a cycle of files, through types too', () => {
    expect(brokenBy('domain/a/one.ts')).toEqual(['no cycle of files']);
  });

  it('find two folders that import each other', () => {
    expect(brokenBy('infra/left')).toEqual(['no cycle of folders']);
  });

  it('find two features that import each other through a subfolder', () => {
    expect(brokenBy('web/src/features/first')).toEqual([]);
    expect(mutualImports).toContainEqual(
      [
        'web/src/features/first and web/src/features/second import each other:',
        '  web/src/features/first/page.ts → web/src/features/second/api/read.ts',
        '  web/src/features/second/page.ts → web/src/features/first/view.ts',
      ].join('\n'),
    );
  });
});
