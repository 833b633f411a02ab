import { expect } from 'vitest';
import { mailFaults, type Outage, type Row, runRow } from './run-row.ts';
import { faultsOf, showTable } from './table.ts';
import { wholeStoreFaults } from './whole-store.ts';
import type { World } from './world.ts';

/** One outage after the other on the same studio, which nobody restarts; then nothing may be wrong in any cell, store or mail. */
export async function checkRows(title: string, world: World, outages: readonly Outage[]): Promise<void> {
  const rows: Row[] = [];
  for (const outage of outages) rows.push(await runRow(world, outage));
  showTable(title, rows);
  expectNone(faultsOf(rows));
  expectNone(await mailFaults(world));
  expectNone(await wholeStoreFaults(world.studio));
}

/** Says what was found: of a list the report shows its length only. */
const expectNone = (faults: readonly string[]) => expect(faults, faults.join('\n')).toEqual([]);

/** Whether the longer table is wanted (`npm run test:faults`). */
export const isLong = process.env.TEST_FAULTS === 'long';
