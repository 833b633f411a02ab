import type { Migration } from '../migrate.ts';
import { lastingTables } from './0001-lasting-tables.ts';
import { idSequences } from './0002-id-sequences.ts';
import { stripeWebhooks } from './0003-stripe-webhooks.ts';
import { keyedIds } from './0004-keyed-ids.ts';
import { passwordResets } from './0005-password-resets.ts';
import { calendarFeeds } from './0006-calendar-feeds.ts';
import { staffSignIns } from './0007-staff-doors.ts';
import { campaigns } from './0008-campaigns.ts';
import { emailChanges } from './0009-email-changes.ts';
import { signInAttempts } from './0010-sign-in-attempts.ts';
import { passwordTries } from './0011-password-tries.ts';
import { erasureAndRetention } from './0012-erasure-and-retention.ts';
import { verifications } from './0013-verifications.ts';
import { movedClosings } from './0014-moved-closings.ts';
import { reactorMarks } from './0015-reactor-marks.ts';
import { rootKey } from './0016-root-key.ts';
import { credentialEpochs } from './0017-credential-epochs.ts';
import { clearedStorage } from './0021-cleared-storage.ts';
import { knownDevices } from './0022-known-devices.ts';
import { staffPasswordResets } from './0023-staff-password-resets.ts';
import { secondFactor } from './0024-second-factor.ts';
import { sessionUse } from './0025-session-use.ts';
import { sharedPasswordInvites } from './0025-shared-password-invites.ts';
import { offerUses } from './0026-offer-uses.ts';
import { calendarPlaces } from './0027-calendar-places.ts';
import { brevoWebhooks } from './0028-brevo-webhooks.ts';
import { planIds } from './0029-plan-ids.ts';
import { verificationResults } from './0030-verification-results.ts';
import { pushSubscriptions } from './0035-push-subscriptions.ts';
import { signInCodes } from './0036-sign-in-codes.ts';
import { passkeys } from './0037-passkeys.ts';
import { passkeyNotices } from './0038-passkey-notices.ts';
import { pushSessions } from './0039-push-sessions.ts';
import { complaintIds } from './0040-complaint-ids.ts';
import { importWork } from './0043-import-work.ts';
import { mailOutcomes } from './0045-mail-outcomes.ts';

/** In the order in which they are applied; add at the end. */
export const allMigrations: readonly Migration[] = [
  lastingTables,
  idSequences,
  stripeWebhooks,
  keyedIds,
  passwordResets,
  calendarFeeds,
  staffSignIns,
  campaigns,
  emailChanges,
  signInAttempts,
  passwordTries,
  erasureAndRetention,
  verifications,
  movedClosings,
  reactorMarks,
  rootKey,
  credentialEpochs,
  clearedStorage,
  knownDevices,
  staffPasswordResets,
  secondFactor,
  sessionUse,
  sharedPasswordInvites,
  offerUses,
  calendarPlaces,
  brevoWebhooks,
  planIds,
  verificationResults,
  pushSubscriptions,
  signInCodes,
  passkeys,
  passkeyNotices,
  pushSessions,
  complaintIds,
  importWork,
  mailOutcomes,
];
