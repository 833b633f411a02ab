import type { Scenario } from '../scenario.ts';
import { bookingScenarios } from './bookings.ts';
import { catalogueScenarios } from './catalogue.ts';
import { checkoutScenarios } from './checkouts.ts';
import { closureScenarios } from './closures.ts';
import { complaintScenarios } from './complaints.ts';
import { disputeScenarios } from './disputes.ts';
import { emailScenarios } from './emails.ts';
import { importScenarios } from './imports.ts';
import { jobScenarios } from './jobs.ts';
import { linkScenarios } from './links.ts';
import { memberScenarios } from './members.ts';
import { notificationScenarios } from './notifications.ts';
import { paymentScenarios } from './payments.ts';
import { planScenarios } from './plans.ts';
import { refundScenarios } from './refunds.ts';
import { retentionScenarios } from './retention.ts';
import { secondFactorScenarios } from './second-factor.ts';
import { signInCodeScenarios } from './sign-in-codes.ts';
import { staffScenarios } from './staff.ts';
import { timetableScenarios } from './timetable.ts';

/** At least one scenario of every command and every job. */
export const scenarios: readonly Scenario[] = [
  ...bookingScenarios,
  ...timetableScenarios,
  ...closureScenarios,
  ...catalogueScenarios,
  ...planScenarios,
  ...paymentScenarios,
  ...refundScenarios,
  ...disputeScenarios,
  ...checkoutScenarios,
  ...memberScenarios,
  ...linkScenarios,
  ...signInCodeScenarios,
  ...staffScenarios,
  ...secondFactorScenarios,
  ...retentionScenarios,
  ...complaintScenarios,
  ...importScenarios,
  ...jobScenarios,
  ...emailScenarios,
  ...notificationScenarios,
];

/** Files of services/commands that append nothing: shared functions, previews and types. */
export const shared: readonly string[] = [
  'define-command',
  'step-context',
  'append-result',
  'email-change/addresses',
  'email-change/derive-link-token',
  'member/derive-sign-in-code',
  'member/read-mail-recipient',
  'rules/read-rules',
  'cards/read-cards',
  'member/derive-invitation',
  'import/import-ids',
  'import/in-batches',
  'import/sealed-lines',
  'membership/agreement',
  'membership/membership-deps',
  'membership/pause-metadata',
  'membership/preview-cancellation',
  'membership/plan-price',
  'refund/preview-refund',
  'dispute/dispute-deps',
  'complaint/read-complaint',
  'membership/plan-terms',
  'membership/plan-change-request',
  'read-closures',
  'catalogue/get-pass-facts',
  'instructor/get-instructor-facts',
  'plan/get-plan-facts',
  'staff/get-staff-facts',
  'template/get-template-facts',
  'timetable/get-class-facts',
];

/** Commands whose crash points are tested in a file of their own. */
export const testedElsewhere: readonly string[] = [
  'studio/open-studio',
  'rules/open-rulebook',
  // Every cell has the same rulebook: rules.unit.test.ts beside the command.
  'rules/change-rules',
  // One append to the one stream of pay, which cells would share.
  'accounting/close-pay-period',
  // One append, before anything is read: studio-export.int.test.ts.
  'studio-export/record-export',
  // One append by an operator's command: shared-passwords.int.test.ts.
  'staff/reopen-shared-passwords',
];
