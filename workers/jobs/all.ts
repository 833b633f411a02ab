import type { JobDefinition, JobHandler } from '../../infra/queue/define-job.ts';
import { completePaymentJob } from './complete-payment/definition.ts';
import { completePaymentHandler } from './complete-payment/handler.ts';
import { expireLotsJob } from './expire-lots/definition.ts';
import { expireLotsHandler } from './expire-lots/handler.ts';
import { forgetSessions } from './forget-sessions/definition.ts';
import { forgetSessionsHandler } from './forget-sessions/handler.ts';
import type { JobDependencies } from './job-dependencies.ts';
import { joinNewsletter } from './join-newsletter/definition.ts';
import { joinNewsletterHandler } from './join-newsletter/handler.ts';
import { processStripeWebhook } from './process-stripe-webhook/definition.ts';
import { processStripeWebhookHandler } from './process-stripe-webhook/handler.ts';
import { sendBookingConfirmation } from './send-booking-confirmation/definition.ts';
import { sendBookingConfirmationHandler } from './send-booking-confirmation/handler.ts';
import { sendCancellation } from './send-cancellation/definition.ts';
import { sendCancellationHandler } from './send-cancellation/handler.ts';
import { sendReceipt } from './send-receipt/definition.ts';
import { sendReceiptHandler } from './send-receipt/handler.ts';
import { sendWelcome } from './send-welcome/definition.ts';
import { sendWelcomeHandler } from './send-welcome/handler.ts';
import { settleBooking } from './settle-booking/definition.ts';
import { settleBookingHandler } from './settle-booking/handler.ts';

/** Every kind of job; the queue's registry refuses to start when one has no handler, or two. */
export const jobDefinitions: readonly JobDefinition[] = [
  settleBooking,
  completePaymentJob,
  processStripeWebhook,
  expireLotsJob,
  forgetSessions,
  sendWelcome,
  joinNewsletter,
  sendReceipt,
  sendBookingConfirmation,
  sendCancellation,
];

export const jobHandlers = (deps: JobDependencies): readonly JobHandler[] => [
  settleBookingHandler(deps),
  completePaymentHandler(deps),
  processStripeWebhookHandler(deps),
  expireLotsHandler(deps),
  forgetSessionsHandler(deps),
  sendWelcomeHandler(deps),
  joinNewsletterHandler(deps),
  sendReceiptHandler(deps),
  sendBookingConfirmationHandler(deps),
  sendCancellationHandler(deps),
];
