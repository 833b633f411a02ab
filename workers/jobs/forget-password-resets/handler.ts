import { millisecondsInDay } from 'date-fns/constants';
import { forgetOldResets } from '#infra/postgres/tables/password-resets.ts';
import { handle } from '#infra/queue/define-job.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { forgetPasswordResets } from './definition.ts';

const keptForMs = millisecondsInDay;

export const forgetPasswordResetsHandler = ({ pool, clock }: JobDependencies) =>
  handle(forgetPasswordResets, () => forgetOldResets(pool, new Date(clock.now().getTime() - keptForMs)));
