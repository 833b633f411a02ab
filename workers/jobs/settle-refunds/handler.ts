import { settleRefunds } from '#services/commands/payment/settle-refunds.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { settleRefundsJob } from './definition.ts';

export const settleRefundsHandler = defineJobHandler(
  settleRefundsJob,
  (deps, { paymentIntentId }, { commandContext }) =>
    ignoreRefusal(deps.logger, { paymentIntentId }, () =>
      settleRefunds(deps, { paymentIntentId }, commandContext()),
    ),
);
