import type { IncidentSources } from '../incidents/find-incidents.ts';
import { abandonedPaymentsSweep } from './abandoned-payments.ts';
import { brevoInboxSweep } from './brevo-inbox.ts';
import { campaignsSweep } from './campaigns.ts';
import { cancellationNoticesSweep } from './cancellation-notices.ts';
import { classRemindersSweep } from './class-reminders.ts';
import { closuresSweep } from './closures.ts';
import { disputesDueSweep, disputesToFollowSweep } from './disputes.ts';
import { emailChangesSweep } from './email-changes.ts';
import { endedSessionsSweep } from './ended-sessions.ts';
import { expiringLotsSweep } from './expiring-lots.ts';
import { importsSweep } from './imports.ts';
import { incidentsSweep } from './incidents.ts';
import { lapsedLotsSweep } from './lapsed-lots.ts';
import { membershipRemindersSweep } from './membership-reminders.ts';
import { membershipsToSettleSweep } from './memberships-to-settle.ts';
import { missedWebhooksSweep } from './missed-webhooks.ts';
import { nightlyVerificationSweep } from './nightly-verification.ts';
import { olderPaymentsSweep, recentPaymentsSweep } from './open-payments.ts';
import { passkeyNoticesSweep } from './passkey-notices.ts';
import { passwordResetsSweep } from './password-resets.ts';
import { priceChangesSweep } from './price-changes.ts';
import { retentionSweep } from './retention.ts';
import { salesToSettleSweep } from './sales-to-settle.ts';
import { signInCodesSweep } from './sign-in-codes.ts';
import type { Sweep } from './sweep.ts';
import { unfinishedBookingsSweep } from './unfinished-bookings.ts';
import { unfinishedErasuresSweep } from './unfinished-erasures.ts';
import { unfinishedRefundsSweep } from './unfinished-refunds.ts';
import { waitlistsSweep } from './waitlists.ts';
import { webhookInboxSweep } from './webhook-inbox.ts';

export const allSweeps = ({ pool, deadLetters }: IncidentSources): readonly Sweep[] => [
  unfinishedBookingsSweep(pool),
  cancellationNoticesSweep(pool),
  waitlistsSweep(pool),
  classRemindersSweep(pool),
  closuresSweep(pool),
  recentPaymentsSweep(pool),
  olderPaymentsSweep(pool),
  abandonedPaymentsSweep(pool),
  webhookInboxSweep(pool),
  brevoInboxSweep(pool),
  missedWebhooksSweep,
  salesToSettleSweep(pool),
  unfinishedRefundsSweep(pool),
  disputesDueSweep(pool),
  disputesToFollowSweep(pool),
  membershipsToSettleSweep(pool),
  membershipRemindersSweep(pool),
  priceChangesSweep(pool),
  lapsedLotsSweep(pool),
  expiringLotsSweep(pool),
  endedSessionsSweep(pool),
  passwordResetsSweep(pool),
  signInCodesSweep(pool),
  passkeyNoticesSweep(pool),
  emailChangesSweep(pool),
  unfinishedErasuresSweep(pool),
  retentionSweep(pool),
  campaignsSweep(pool),
  importsSweep(pool),
  nightlyVerificationSweep(pool),
  incidentsSweep({ pool, deadLetters }),
];
