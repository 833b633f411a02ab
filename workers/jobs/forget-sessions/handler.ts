import { defineJobHandler } from '#workers/core/job-handler.ts';
import { forgetSessions } from './definition.ts';

export const forgetSessionsHandler = defineJobHandler(forgetSessions, ({ pool }) => async () => {
  await pool.query('DELETE FROM sessions WHERE expire < now()');
});
