import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '#infra/crypto/passwords.ts';
import { Cell, type Shared } from './cell.ts';
import { type CrashStudio, startCrashStudio } from './crash-studio.ts';
import { formatTable } from './format-table.ts';
import { runScenarios } from './run-scenarios.ts';
import { scenarios as allScenarios } from './scenarios/all.ts';

const isLong = process.env.TEST_FAULTS === 'long';
const only = process.env.CRASH_ONLY;

let studio: CrashStudio;
let shared: Shared;
beforeAll(async () => {
  studio = await startCrashStudio();
  const passwordHash = await hashPassword('seaside-7');
  const admin = await studio.signIn({ kind: 'staff', role: 'admin' });
  shared = { studio, admin, passwordHash, instructorId: 0 };
  shared = { ...shared, instructorId: await new Cell(shared).addInstructor() };
});
afterAll(() => studio?.stop());

it('ends in a correct state after the restart, wherever a process crashed', {
  timeout: 1_800_000,
}, async () => {
  const scenarios = allScenarios.filter(
    ({ covers }) => only === undefined || covers.some((name) => only.split(',').includes(name)),
  );
  const rows = await runScenarios(shared, scenarios, {
    crashTimes: isLong ? ['before', 'after'] : ['after'],
    repeatJobs: isLong,
  });
  const table = formatTable(rows);
  console.log(table);
  await mkdir('.cache', { recursive: true });
  await writeFile('.cache/crash-points.txt', `${table}\n`);
  const wrongRows = rows.filter(({ wrong }) => wrong.length > 0);
  // Reporters shorten the difference of long arrays; the message names every row.
  expect(wrongRows, JSON.stringify(wrongRows, null, 2)).toEqual([]);
  const { events, readModels, holds } = await studio.verify();
  expect({ exceptions: events.exceptions, differences: readModels.differences }).toEqual({
    exceptions: [],
    differences: [],
  });
  expect(holds).toBe(true);
});
