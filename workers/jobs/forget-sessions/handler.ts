import { deleteExpiredSessions } from '#infra/postgres/tables/sessions.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { forgetSessions } from './definition.ts';

export const forgetSessionsHandler = defineJobHandler(forgetSessions, ({ pool }) =>
  deleteExpiredSessions(pool),
);
