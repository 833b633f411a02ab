import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { readIdleImportWork } from '#infra/postgres/tables/import-work.ts';
import { job } from '#infra/queue/define-job.ts';
import { advanceImport } from '../jobs/advance-import/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** How long nothing happens before a task counts as left by a crash. */
const idleMs = 2 * millisecondsInMinute;

/** Goes on with imports whose job was lost, and clears what a request left that never began. */
export const importsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-imports'),
  everyMs: millisecondsInMinute,
  async find(now) {
    const idle = await readIdleImportWork(pool, new Date(now.getTime() - idleMs));
    return idle.map(({ importId, task }) =>
      job(advanceImport, { importId, task }, keyOfMinute(`${importId}-${task}`, now)),
    );
  },
});
