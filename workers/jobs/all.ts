import type { JobDefinition, JobHandler } from '#infra/queue/define-job.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { abandonPaymentJob } from './abandon-payment/definition.ts';
import { abandonPaymentHandler } from './abandon-payment/handler.ts';
import { advanceWaitlistJob } from './advance-waitlist/definition.ts';
import { advanceWaitlistHandler } from './advance-waitlist/handler.ts';
import { collectMissedWebhooks } from './collect-missed-webhooks/definition.ts';
import { collectMissedWebhooksHandler } from './collect-missed-webhooks/handler.ts';
import { completePaymentJob } from './complete-payment/definition.ts';
import { completePaymentHandler } from './complete-payment/handler.ts';
import { eraseInactiveMember } from './erase-inactive-member/definition.ts';
import { eraseInactiveMemberHandler } from './erase-inactive-member/handler.ts';
import { eraseRegistrationJob } from './erase-registration/definition.ts';
import { eraseRegistrationHandler } from './erase-registration/handler.ts';
import { expireLotsJob } from './expire-lots/definition.ts';
import { expireLotsHandler } from './expire-lots/handler.ts';
import { finishEmailChange } from './finish-email-change/definition.ts';
import { finishEmailChangeHandler } from './finish-email-change/handler.ts';
import { finishErasure } from './finish-erasure/definition.ts';
import { finishErasureHandler } from './finish-erasure/handler.ts';
import { forgetOperationalRows } from './forget-operational-rows/definition.ts';
import { forgetOperationalRowsHandler } from './forget-operational-rows/handler.ts';
import { forgetPasswordResets } from './forget-password-resets/definition.ts';
import { forgetPasswordResetsHandler } from './forget-password-resets/handler.ts';
import { forgetSessions } from './forget-sessions/definition.ts';
import { forgetSessionsHandler } from './forget-sessions/handler.ts';
import { joinBookingList } from './join-booking-list/definition.ts';
import { joinBookingListHandler } from './join-booking-list/handler.ts';
import { joinNewsletter } from './join-newsletter/definition.ts';
import { joinNewsletterHandler } from './join-newsletter/handler.ts';
import { leaveNewsletter } from './leave-newsletter/definition.ts';
import { leaveNewsletterHandler } from './leave-newsletter/handler.ts';
import { leaveOverlappingWaitlists } from './leave-overlapping-waitlists/definition.ts';
import { leaveOverlappingWaitlistsHandler } from './leave-overlapping-waitlists/handler.ts';
import { processStripeWebhook } from './process-stripe-webhook/definition.ts';
import { processStripeWebhookHandler } from './process-stripe-webhook/handler.ts';
import { removeRecordsJob } from './remove-records/definition.ts';
import { removeRecordsHandler } from './remove-records/handler.ts';
import { sendBookingConfirmation } from './send-booking-confirmation/definition.ts';
import { sendBookingConfirmationHandler } from './send-booking-confirmation/handler.ts';
import { sendCancellation } from './send-cancellation/definition.ts';
import { sendCancellationHandler } from './send-cancellation/handler.ts';
import { sendClassChanged } from './send-class-changed/definition.ts';
import { sendClassChangedHandler } from './send-class-changed/handler.ts';
import { sendEmailChange } from './send-email-change/definition.ts';
import { sendEmailChangeHandler } from './send-email-change/handler.ts';
import { sendExpiryReminder } from './send-expiry-reminder/definition.ts';
import { sendExpiryReminderHandler } from './send-expiry-reminder/handler.ts';
import { sendMembershipNotice } from './send-membership-notice/definition.ts';
import { sendMembershipNoticeHandler } from './send-membership-notice/handler.ts';
import { sendMembershipReminder } from './send-membership-reminder/definition.ts';
import { sendMembershipReminderHandler } from './send-membership-reminder/handler.ts';
import { sendPasswordReset } from './send-password-reset/definition.ts';
import { sendPasswordResetHandler } from './send-password-reset/handler.ts';
import { sendPrelaunch } from './send-prelaunch/definition.ts';
import { sendPrelaunchHandler } from './send-prelaunch/handler.ts';
import { sendReceipt } from './send-receipt/definition.ts';
import { sendReceiptHandler } from './send-receipt/handler.ts';
import { sendRefundNotice } from './send-refund-notice/definition.ts';
import { sendRefundNoticeHandler } from './send-refund-notice/handler.ts';
import { sendRetentionNotice } from './send-retention-notice/definition.ts';
import { sendRetentionNoticeHandler } from './send-retention-notice/handler.ts';
import { sendStaffInvite } from './send-staff-invite/definition.ts';
import { sendStaffInviteHandler } from './send-staff-invite/handler.ts';
import { sendWaitlistNotice } from './send-waitlist-notice/definition.ts';
import { sendWaitlistNoticeHandler } from './send-waitlist-notice/handler.ts';
import { sendWelcome } from './send-welcome/definition.ts';
import { sendWelcomeHandler } from './send-welcome/handler.ts';
import { settleBooking } from './settle-booking/definition.ts';
import { settleBookingHandler } from './settle-booking/handler.ts';
import { settleMembershipJob } from './settle-membership/definition.ts';
import { settleMembershipHandler } from './settle-membership/handler.ts';
import { settleRefundsJob } from './settle-refunds/definition.ts';
import { settleRefundsHandler } from './settle-refunds/handler.ts';
import { tellStudio } from './tell-studio/definition.ts';
import { tellStudioHandler } from './tell-studio/handler.ts';
import { verifyNight } from './verify-night/definition.ts';
import { verifyNightHandler } from './verify-night/handler.ts';

/** Every kind of job; the queue's registry refuses to start when one has no handler, or two. */
export const jobDefinitions: readonly JobDefinition[] = [
  settleBooking,
  advanceWaitlistJob,
  leaveOverlappingWaitlists,
  completePaymentJob,
  abandonPaymentJob,
  settleRefundsJob,
  settleMembershipJob,
  processStripeWebhook,
  collectMissedWebhooks,
  expireLotsJob,
  forgetSessions,
  finishErasure,
  sendPasswordReset,
  sendEmailChange,
  finishEmailChange,
  forgetPasswordResets,
  sendWelcome,
  joinNewsletter,
  leaveNewsletter,
  sendReceipt,
  sendBookingConfirmation,
  sendCancellation,
  sendClassChanged,
  sendWaitlistNotice,
  sendExpiryReminder,
  sendRefundNotice,
  sendMembershipNotice,
  sendMembershipReminder,
  sendPrelaunch,
  joinBookingList,
  sendStaffInvite,
  verifyNight,
  tellStudio,
  sendRetentionNotice,
  eraseInactiveMember,
  eraseRegistrationJob,
  removeRecordsJob,
  forgetOperationalRows,
];

export const jobHandlers = (deps: JobDependencies): readonly JobHandler[] => [
  settleBookingHandler(deps),
  advanceWaitlistHandler(deps),
  leaveOverlappingWaitlistsHandler(deps),
  completePaymentHandler(deps),
  abandonPaymentHandler(deps),
  settleRefundsHandler(deps),
  settleMembershipHandler(deps),
  processStripeWebhookHandler(deps),
  collectMissedWebhooksHandler(deps),
  expireLotsHandler(deps),
  forgetSessionsHandler(deps),
  finishErasureHandler(deps),
  sendPasswordResetHandler(deps),
  sendEmailChangeHandler(deps),
  finishEmailChangeHandler(deps),
  forgetPasswordResetsHandler(deps),
  sendWelcomeHandler(deps),
  joinNewsletterHandler(deps),
  leaveNewsletterHandler(deps),
  sendReceiptHandler(deps),
  sendBookingConfirmationHandler(deps),
  sendCancellationHandler(deps),
  sendClassChangedHandler(deps),
  sendWaitlistNoticeHandler(deps),
  sendExpiryReminderHandler(deps),
  sendRefundNoticeHandler(deps),
  sendMembershipNoticeHandler(deps),
  sendMembershipReminderHandler(deps),
  sendPrelaunchHandler(deps),
  joinBookingListHandler(deps),
  sendStaffInviteHandler(deps),
  verifyNightHandler(deps),
  tellStudioHandler(deps),
  sendRetentionNoticeHandler(deps),
  eraseInactiveMemberHandler(deps),
  eraseRegistrationHandler(deps),
  removeRecordsHandler(deps),
  forgetOperationalRowsHandler(deps),
];
