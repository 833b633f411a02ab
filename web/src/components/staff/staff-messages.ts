import { getServerMessage } from '#web/lib/api-error.ts';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatCount } from '#web/lib/numbers.ts';
import type { ToastMessage } from '#web/lib/toast-message.ts';

const formatPasses = (count: number): string => formatCount(count, 'pass', 'passes');
const success = (title: string, text?: string): ToastMessage => ({ title, text, tone: 'success' });

/** The title Error and the spec's words alone: why it failed is shown where it was tried. */
const failure = (text: string): ToastMessage => ({ title: 'Error', text, tone: 'error' });

/**
 * For the calls whose server message replaces the spec's words: removing passes, adding to a class and prelaunch emails. Also for
 * calls that the spec does not have.
 */
const serverMessage = (cause: unknown, fallback: string): ToastMessage =>
  failure(getServerMessage(cause, fallback));

/** The names of what staff load, in the spec's messages. */
export type LoadedThing =
  | 'instructors'
  | 'classes'
  | 'members'
  | 'member'
  | 'class passes'
  | 'pass sales'
  | 'memberships'
  | 'plans'
  | 'weekly templates'
  | 'template classes'
  | 'weekly class counts'
  | 'weekly analytics'
  | 'monthly report'
  | 'pay'
  | 'rates'
  | 'member bookings'
  | 'offers'
  | 'answer'
  | 'member passes'
  | 'recent bookings'
  | 'class bookings'
  | 'settings'
  | 'closing days'
  | 'setting history'
  | 'refunds'
  | 'staff'
  | 'two-step sign-in'
  | 'sign-ins'
  | 'sessions'
  | 'history'
  | 'overview'
  | 'events'
  | 'verification'
  | 'complaints'
  | 'disputes'
  | 'evidence'
  | 'imports'
  | 'the day';

/** The names of what staff create, update and delete, in the spec's messages. */
export type Resource =
  | 'instructor'
  | 'class'
  | 'class pass'
  | 'plan'
  | 'template'
  | 'template class'
  | 'member';

const formatLeftOut = (count: number): string =>
  count === 0 ? '' : ` ${count} left out, who have not agreed to news by email.`;

/** The toasts of the staff side, in the words of spec 001 section 8 where it has them. */
export const staffMessages = {
  loadFailed: (what: LoadedThing) => failure(`Failed to fetch ${what}`),

  created: (what: Resource) => success(`${capitalise(what)} created`),
  updated: (what: Resource) => success(`${capitalise(what)} updated`),
  deleted: (what: Resource) => success(`${capitalise(what)} deleted`),
  createFailed: (what: Resource) => failure(`Failed to create ${what}`),
  updateFailed: (what: Resource) => failure(`Failed to update ${what}`),
  deleteFailed: (what: Resource) => failure(`Failed to delete ${what}`),

  classStatusFailed: failure('Failed to update class status'),
  bookingRemoved: success('Booking removed and pass refunded to customer'),
  removeBookingFailed: failure('Failed to remove booking'),

  passesAdded: (count: number) => success(`Added ${formatPasses(count)} to member`),
  addPassesFailed: failure('Failed to add passes'),
  passesRemoved: (count: number) => success(`Removed ${formatPasses(count)} from member`),
  removePassesFailed: (cause?: unknown) => serverMessage(cause, 'Failed to remove passes'),
  refunded: (amount: string, isMade: boolean) =>
    isMade
      ? success(`${amount} refunded`, 'It reaches the card in five to ten days.')
      : success(`${amount} will be refunded`, 'The payment provider does not answer. It is made by itself.'),
  refundFailed: (cause?: unknown) => serverMessage(cause, 'Failed to refund'),
  evidenceSent: success('Evidence sent', 'The bank decides now. You see its answer here.'),
  sendEvidenceFailed: (cause?: unknown) => serverMessage(cause, 'Failed to send the evidence'),
  evidencePdfFailed: (cause?: unknown) => serverMessage(cause, 'Failed to make the PDF'),
  memberAddedToClass: success('Member added to class successfully'),
  addToClassFailed: (cause?: unknown) => serverMessage(cause, 'Failed to add member to class'),

  noteAdded: success('Note added'),
  complaintAnswered: success('Answer sent'),
  answerComplaintFailed: (cause?: unknown) => serverMessage(cause, 'Failed to send the answer'),
  addNoteFailed: (cause?: unknown) => serverMessage(cause, 'Failed to add the note'),

  /** `leftOut` counts the members who have not agreed to news. */
  emailsSent: (successCount: number, totalMembers: number, successRate: string, leftOut = 0) =>
    success(
      'Emails Sent Successfully',
      `${successCount} of ${formatCount(totalMembers, 'member', 'members')} (${successRate}).${formatLeftOut(leftOut)}`,
    ),
  mailingListFilled: (count: number, leftOut: number) =>
    success(
      `Added ${formatCount(count, 'member', 'members')} to the mailing list`,
      formatLeftOut(leftOut).trim(),
    ),
  /** A campaign without recipients. */
  nobodyToReach: (leftOut: number): ToastMessage => ({
    title: 'Nobody to reach',
    text: `There is no member whom this is for.${formatLeftOut(leftOut)}`,
    tone: 'info',
  }),
  emailsFailed: (cause?: unknown) => serverMessage(cause, 'Failed to send prelaunch emails'),
  mailingListFailed: {
    title: 'Error',
    text: 'Failed to add members to the mailing list. Please try again.',
    tone: 'error',
  } satisfies ToastMessage,

  signUpsAre: (state: 'open' | 'closed') => success(`Membership sign-ups are now ${state}`),
  availabilityFailed: failure('Failed to update membership availability'),
  planRetired: (name: string) => success('Plan retired', `${name} can no longer be started.`),
  priceChangeProposed: (name: string, day: string) =>
    success('Price change sent', `Members of ${name} are told of it by email. It starts on ${day}.`),
  priceChangeFailed: (cause?: unknown) => serverMessage(cause, 'Failed to change the price for members'),
  retirePlanFailed: failure('Failed to retire plan'),
  membershipCancelled: (until: string) => success('Membership cancelled', `It stays active until ${until}.`),
  cancelMembershipFailed: failure('Failed to cancel membership'),
  unpaidMembershipCancelled: (end: string | null) =>
    success(
      'Membership cancelled',
      `It ${end === null ? 'has ended' : `ends on ${end}`}, and nothing more is charged.`,
    ),
  membershipPaused: (from: string, until: string) =>
    success('Membership paused', `It rests from ${from} to ${until}, and comes back by itself.`),
  pauseMembershipFailed: failure('Failed to pause membership'),
  pauseWithdrawn: success('Pause withdrawn', 'The next period is charged as before.'),
  withdrawPauseFailed: (cause: unknown) => serverMessage(cause, 'Failed to withdraw the pause'),
  membershipKept: success('Membership kept', 'It is no longer cancelled.'),
  keepMembershipFailed: failure('Failed to keep membership'),

  staffInvited: (email: string) =>
    success('Invitation sent', `${email} gets an email with a link that works for 7 days.`),
  inviteFailed: (cause?: unknown) => serverMessage(cause, 'Failed to send the invitation'),
  staffRoleChanged: (name: string, role: string) =>
    success('Role changed', `${name} is ${role} from the next sign-in.`),
  staffRoleFailed: (cause?: unknown) => serverMessage(cause, 'Failed to change the role'),
  staffRemoved: (name: string) => success('Removed', `${name} can no longer sign in.`),
  removeStaffFailed: (cause?: unknown) => serverMessage(cause, 'Failed to remove the account'),
  sessionEnded: (who: string) => success('Session ended', `${who} is signed out there.`),
  endSessionFailed: (cause?: unknown) => serverMessage(cause, 'Failed to end the session'),
  ownPasswordChanged: success('Password changed', 'You are signed out everywhere else.'),
  ownPasswordFailed: (cause?: unknown) => serverMessage(cause, 'Failed to change your password'),

  secondFactorRemoved: success('Two-step sign-in is off', 'You are signed out everywhere else.'),
  secondFactorFailed: (cause?: unknown) => serverMessage(cause, 'Failed to change two-step sign-in'),
  staffSecondFactorRemoved: (name: string) =>
    success('Two-step sign-in is off', `${name} is signed out, and signs in again with the password alone.`),

  settingSaved: (title: string) => success('Setting saved', title),
  settingFailed: failure('Failed to save setting'),

  templateApplied: (text: string) => success('Template applied', text),
  applyTemplateFailed: failure('Failed to apply template to week'),
  undoTemplateFailed: (cause?: unknown) => serverMessage(cause, 'Failed to undo. Please try again.'),

  reportExported: success('Monthly report exported successfully'),
  exportFailed: failure('Failed to export monthly report'),
  exportHistoryFailed: (cause?: unknown) => serverMessage(cause, 'Failed to export the history'),
  verificationFailed: (cause?: unknown) =>
    serverMessage(cause, 'Failed to check the store. Please try again.'),
  rateSaved: success('Rate saved'),
  accountChosen: (name: string) => success('Account saved', `It is about the pay of ${name}.`),
  accountFailed: (cause?: unknown) => serverMessage(cause, 'Failed to save the account'),
  rateFailed: failure('Failed to save the rate'),
  payClosed: success('Pay closed'),
  closePayFailed: (cause?: unknown) => serverMessage(cause, 'Failed to close the pay'),
  exportPayFailed: (cause?: unknown) => serverMessage(cause, 'Failed to export the pay'),
  closeMonthFailed: (cause?: unknown) => serverMessage(cause, 'Failed to close the month'),
};
