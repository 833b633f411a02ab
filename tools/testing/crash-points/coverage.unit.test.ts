import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { jobs } from '#workers/jobs/all.ts';
import { scenarios, shared, testedElsewhere } from './scenarios/all.ts';

const covered = new Set(scenarios.flatMap(({ covers }) => covers));

test('scenarios cover every command', async () => {
  const folder = new URL('../../../services/commands/', import.meta.url);
  const files = await readdir(folder, { recursive: true });
  const commands = files.flatMap((file) =>
    file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file) ? [file.slice(0, -'.ts'.length)] : [],
  );
  expect(commands.length).toBeGreaterThan(70);
  const known = new Set([...covered, ...shared, ...testedElsewhere]);
  expect(commands.filter((command) => !known.has(command))).toEqual([]);
});

test('scenarios cover every job', () => {
  const names = jobs.map(({ definition }) => `job ${definition.name}`);
  expect(names.filter((job) => !covered.has(job))).toEqual([]);
});

test('scenarios name only commands and jobs that exist', async () => {
  const folder = new URL('../../../services/commands/', import.meta.url);
  const files = new Set(await readdir(folder, { recursive: true }));
  const jobNames = new Set(jobs.map(({ definition }) => `job ${definition.name}`));
  const exists = (name: string) => jobNames.has(name) || files.has(`${name}.ts`) || name.startsWith('POST ');
  expect([...covered, ...shared, ...testedElsewhere].filter((name) => !exists(name))).toEqual([]);
});
