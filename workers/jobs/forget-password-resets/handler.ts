import { millisecondsInDay } from 'date-fns/constants';
import { deleteOldResets } from '#infra/postgres/tables/password-resets.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { forgetPasswordResets } from './definition.ts';

const retentionMs = millisecondsInDay;

export const forgetPasswordResetsHandler = defineJobHandler(forgetPasswordResets, ({ pool, clock }) =>
  deleteOldResets(pool, new Date(clock.now().getTime() - retentionMs)),
);
