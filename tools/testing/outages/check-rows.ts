import { expect } from 'vitest';
import { findMailFaults } from './find-mail-faults.ts';
import { type Outage, type Row, runRow } from './run-row.ts';
import { listFaults, writeTable } from './table.ts';
import type { TestWorld } from './test-world.ts';
import { findStoreFaults } from './verify-store.ts';

/** Runs the outages one after another on the same studio without a restart. Expects no fault in any cell, the store or the emails. */
export async function checkRows(title: string, world: TestWorld, outages: readonly Outage[]): Promise<void> {
  const rows: Row[] = [];
  for (const outage of outages) rows.push(await runRow(world, outage));
  writeTable(title, rows);
  expectNone(listFaults(rows));
  expectNone(await findMailFaults(world));
  expectNone(await findStoreFaults(world.studio));
}

/** Lists the faults in the message, because Vitest shows only the length of a list. */
const expectNone = (faults: readonly string[]) => expect(faults, faults.join('\n')).toEqual([]);

/** Whether the longer table runs (`npm run test:faults`). */
export const isLong = process.env.TEST_FAULTS === 'long';
