import { handle } from '#infra/queue/define-job.ts';
import { settleRefunds } from '#services/commands/payment/settle-refunds.ts';
import { jobContext } from '#workers/core/job-context.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { letRefusalBe } from '../let-refusal-be.ts';
import { settleRefundsJob } from './definition.ts';

export const settleRefundsHandler = (deps: JobDependencies) =>
  handle(settleRefundsJob, ({ paymentIntentId }, run) =>
    letRefusalBe(deps.logger, { paymentIntentId }, () =>
      settleRefunds(deps, { paymentIntentId }, jobContext(deps.clock, settleRefundsJob.name, run)),
    ),
  );
