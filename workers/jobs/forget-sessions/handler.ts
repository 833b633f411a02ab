import { handle } from '#infra/queue/define-job.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { forgetSessions } from './definition.ts';

export const forgetSessionsHandler = ({ pool }: JobDependencies) =>
  handle(forgetSessions, async () => {
    await pool.query('DELETE FROM sessions WHERE expire < now()');
  });
