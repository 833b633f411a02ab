import { forgetOldOperationalRows } from '#infra/postgres/tables/operational-rows.ts';
import { handle } from '#infra/queue/define-job.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { forgetOperationalRows } from './definition.ts';

export const forgetOperationalRowsHandler = ({ pool, clock }: JobDependencies) =>
  handle(forgetOperationalRows, () => forgetOldOperationalRows(pool, clock.now()));
