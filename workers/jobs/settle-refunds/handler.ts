import { settleRefunds } from '#services/commands/payment/settle-refunds.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { settleRefundsJob } from './definition.ts';

export const settleRefundsHandler = defineJobHandler(
  settleRefundsJob,
  (deps) =>
    ({ paymentIntentId }, run) =>
      ignoreRefusal(deps.logger, { paymentIntentId }, () =>
        settleRefunds(deps, { paymentIntentId }, jobContext(deps.clock, settleRefundsJob.name, run)),
      ),
);
