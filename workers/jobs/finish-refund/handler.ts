import { finishWithdrawal } from '#services/commands/refund/finish-withdrawal.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { finishRefundJob } from './definition.ts';

export const finishRefundHandler = defineJobHandler(
  finishRefundJob,
  (deps, { paymentIntentId }, { commandContext }) =>
    ignoreRefusal(deps.logger, { paymentIntentId }, () =>
      finishWithdrawal(deps, { paymentIntentId }, commandContext()),
    ),
);
