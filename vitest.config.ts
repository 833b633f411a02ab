import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tools/testing/long-files-first.ts';
import { DEFAULT_TIMEOUT_MS } from './tools/testing/wait-for.ts';

// Not the order of the file, so that no test relies on an earlier one; the same in every run, so that a failure repeats.
// `npm test -- WORD --sequence.seed=7` tries another.
const sequence = { shuffle: { files: false, tests: true }, seed: 2026 };
// Guards against a hang only: on a machine with a load of ten a studio takes a minute to start.
const timeouts = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: DEFAULT_TIMEOUT_MS } },
};
const excluded = ['**/node_modules/**', '**/dist/**', '.data/**', '.cache/**'];

export default defineConfig({
  test: {
    sequence: { seed: sequence.seed, sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...timeouts,
          name: 'unit',
          sequence: { groupOrder: 0, ...sequence },
          include: ['**/*.unit.test.{ts,tsx}'],
          exclude: excluded,
          pool: 'threads',
          // Unit tests share nothing, so a fresh world for each file is time for nothing.
          isolate: false,
        },
      },
      {
        test: {
          ...timeouts,
          name: 'integration',
          sequence: { groupOrder: 1, ...sequence },
          include: ['**/*.int.test.ts'],
          exclude: excluded,
          pool: 'forks',
          // To load the product again for each file was a quarter of the time.
          isolate: false,
          maxWorkers: 2,
          globalSetup: ['tools/testing/global-memory.ts', 'tools/testing/global-postgres.ts'],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'browser',
          sequence: { groupOrder: 2, ...sequence },
          include: ['web/e2e/**/*.e2e.test.ts'],
          exclude: excluded,
          pool: 'forks',
          isolate: false,
          // Each file starts a whole stack and a browser; much of the time one waits for the other.
          maxWorkers: 2,
          globalSetup: [
            'tools/testing/global-memory.ts',
            'tools/testing/global-postgres.ts',
            'tools/testing/global-web.ts',
          ],
        },
      },
    ],
  },
});
