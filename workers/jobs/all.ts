import type { JobHandlerFactory } from '../core/job-handler.ts';
import { abandonPaymentHandler } from './abandon-payment/handler.ts';
import { advanceImportHandler } from './advance-import/handler.ts';
import { advanceWaitlistHandler } from './advance-waitlist/handler.ts';
import { announcePriceChangeHandler } from './announce-price-change/handler.ts';
import { applyClosureHandler } from './apply-closure/handler.ts';
import { clearStorageHandler } from './clear-storage/handler.ts';
import { collectMissedWebhooksHandler } from './collect-missed-webhooks/handler.ts';
import { completePaymentHandler } from './complete-payment/handler.ts';
import { eraseComplaintHandler } from './erase-complaint/handler.ts';
import { eraseInactiveMemberHandler } from './erase-inactive-member/handler.ts';
import { eraseRegistrationHandler } from './erase-registration/handler.ts';
import { expireLotsHandler } from './expire-lots/handler.ts';
import { finishEmailChangeHandler } from './finish-email-change/handler.ts';
import { finishErasureHandler } from './finish-erasure/handler.ts';
import { finishRefundHandler } from './finish-refund/handler.ts';
import { followDisputesHandler } from './follow-disputes/handler.ts';
import { forgetOperationalRowsHandler } from './forget-operational-rows/handler.ts';
import { forgetPasswordResetsHandler } from './forget-password-resets/handler.ts';
import { forgetSessionsHandler } from './forget-sessions/handler.ts';
import { joinBookingListHandler } from './join-booking-list/handler.ts';
import { joinNewsletterHandler } from './join-newsletter/handler.ts';
import { leaveNewsletterHandler } from './leave-newsletter/handler.ts';
import { leaveOverlappingWaitlistsHandler } from './leave-overlapping-waitlists/handler.ts';
import { noteOfferUseHandler } from './note-offer-use/handler.ts';
import { notifyStudioHandler } from './notify-studio/handler.ts';
import { notifyStudioOfComplaintHandler } from './notify-studio-of-complaint/handler.ts';
import { notifyStudioOfDisputeHandler } from './notify-studio-of-dispute/handler.ts';
import { processBrevoWebhookHandler } from './process-brevo-webhook/handler.ts';
import { processStripeWebhookHandler } from './process-stripe-webhook/handler.ts';
import { pushClassChangedHandler } from './push-class-changed/handler.ts';
import { pushClassReminderHandler } from './push-class-reminder/handler.ts';
import { pushWaitlistNoticeHandler } from './push-waitlist-notice/handler.ts';
import { removeRecordsHandler } from './remove-records/handler.ts';
import { retryAddressHandler } from './retry-address/handler.ts';
import { sendBookingConfirmationHandler } from './send-booking-confirmation/handler.ts';
import { sendCancellationHandler } from './send-cancellation/handler.ts';
import { sendClassChangedHandler } from './send-class-changed/handler.ts';
import { sendClassReminderHandler } from './send-class-reminder/handler.ts';
import { sendClosureNoticeHandler } from './send-closure-notice/handler.ts';
import { sendComplaintAcknowledgementHandler } from './send-complaint-acknowledgement/handler.ts';
import { sendComplaintAnswerHandler } from './send-complaint-answer/handler.ts';
import { sendEmailChangeHandler } from './send-email-change/handler.ts';
import { sendExpiryReminderHandler } from './send-expiry-reminder/handler.ts';
import { sendImportInviteHandler } from './send-import-invite/handler.ts';
import { sendMembershipNoticeHandler } from './send-membership-notice/handler.ts';
import { sendMembershipReminderHandler } from './send-membership-reminder/handler.ts';
import { sendNotBookedHandler } from './send-not-booked/handler.ts';
import { sendPassBackHandler } from './send-pass-back/handler.ts';
import { sendPasskeyNoticeHandler } from './send-passkey-notice/handler.ts';
import { sendPasswordResetHandler } from './send-password-reset/handler.ts';
import { sendPrelaunchHandler } from './send-prelaunch/handler.ts';
import { sendReceiptHandler } from './send-receipt/handler.ts';
import { sendRefundNoticeHandler } from './send-refund-notice/handler.ts';
import { sendRetentionNoticeHandler } from './send-retention-notice/handler.ts';
import { sendSignInCodeHandler } from './send-sign-in-code/handler.ts';
import { sendStaffInviteHandler } from './send-staff-invite/handler.ts';
import { sendStaffSecurityNoticeHandler } from './send-staff-security-notice/handler.ts';
import { sendWaitlistNoticeHandler } from './send-waitlist-notice/handler.ts';
import { sendWelcomeHandler } from './send-welcome/handler.ts';
import { settleBookingHandler } from './settle-booking/handler.ts';
import { settleMembershipHandler } from './settle-membership/handler.ts';
import { settleRefundsHandler } from './settle-refunds/handler.ts';
import { verifyNightHandler } from './verify-night/handler.ts';

/** Every kind of job, except the sweeps. */
export const jobs: readonly JobHandlerFactory[] = [
  settleBookingHandler,
  advanceWaitlistHandler,
  leaveOverlappingWaitlistsHandler,
  completePaymentHandler,
  abandonPaymentHandler,
  applyClosureHandler,
  settleRefundsHandler,
  finishRefundHandler,
  followDisputesHandler,
  settleMembershipHandler,
  announcePriceChangeHandler,
  processStripeWebhookHandler,
  processBrevoWebhookHandler,
  retryAddressHandler,
  collectMissedWebhooksHandler,
  expireLotsHandler,
  forgetSessionsHandler,
  finishErasureHandler,
  clearStorageHandler,
  sendPasswordResetHandler,
  sendSignInCodeHandler,
  sendPasskeyNoticeHandler,
  sendClassReminderHandler,
  sendClosureNoticeHandler,
  sendEmailChangeHandler,
  finishEmailChangeHandler,
  forgetPasswordResetsHandler,
  sendWelcomeHandler,
  joinNewsletterHandler,
  leaveNewsletterHandler,
  sendReceiptHandler,
  noteOfferUseHandler,
  sendBookingConfirmationHandler,
  sendCancellationHandler,
  sendPassBackHandler,
  sendNotBookedHandler,
  sendClassChangedHandler,
  sendWaitlistNoticeHandler,
  sendExpiryReminderHandler,
  sendRefundNoticeHandler,
  sendMembershipNoticeHandler,
  sendMembershipReminderHandler,
  sendPrelaunchHandler,
  joinBookingListHandler,
  sendStaffInviteHandler,
  sendStaffSecurityNoticeHandler,
  verifyNightHandler,
  notifyStudioHandler,
  sendRetentionNoticeHandler,
  eraseInactiveMemberHandler,
  eraseRegistrationHandler,
  advanceImportHandler,
  sendImportInviteHandler,
  eraseComplaintHandler,
  sendComplaintAcknowledgementHandler,
  sendComplaintAnswerHandler,
  notifyStudioOfComplaintHandler,
  notifyStudioOfDisputeHandler,
  pushClassChangedHandler,
  pushClassReminderHandler,
  pushWaitlistNoticeHandler,
  removeRecordsHandler,
  forgetOperationalRowsHandler,
];
