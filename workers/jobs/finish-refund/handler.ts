import { finishRefund } from '#services/commands/refund/finish-refund.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { finishRefundJob } from './definition.ts';

export const finishRefundHandler = defineJobHandler(
  finishRefundJob,
  (deps, { paymentIntentId }, { commandContext }) =>
    ignoreRefusal(deps.logger, { paymentIntentId }, () =>
      finishRefund(deps, { paymentIntentId }, commandContext()),
    ),
);
