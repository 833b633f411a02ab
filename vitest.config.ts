import { defineConfig } from 'vitest/config';

const excluded = ['**/node_modules/**', '**/dist/**', '.data/**', '.cache/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['**/*.unit.test.{ts,tsx}'],
          exclude: excluded,
          pool: 'threads',
          // Unit tests share nothing, so a fresh world for each file is time for nothing.
          isolate: false,
        },
      },
      {
        test: {
          name: 'integration',
          sequence: { groupOrder: 1 },
          include: ['**/*.int.test.ts'],
          exclude: excluded,
          pool: 'forks',
          maxWorkers: 2,
          globalSetup: ['tools/testing/global-postgres.ts'],
          // Guards against a hang only: on a machine with a load of 10 a studio takes a minute to start.
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 2 },
          include: ['web/e2e/**/*.e2e.test.ts'],
          exclude: excluded,
          pool: 'forks',
          // Each file starts a whole stack and a browser; much of the time one waits for the other.
          maxWorkers: 2,
          globalSetup: ['tools/testing/global-postgres.ts', 'tools/testing/global-web.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
