import { deleteOldOperationalRows } from '#infra/postgres/tables/operational-rows.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { forgetOperationalRows } from './definition.ts';

export const forgetOperationalRowsHandler = defineJobHandler(forgetOperationalRows, ({ pool, clock }) =>
  deleteOldOperationalRows(pool, clock.now()),
);
