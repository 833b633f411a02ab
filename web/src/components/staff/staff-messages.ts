import { ApiError, getErrorMessage } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/numbers.ts';
import type { ToastMessage } from '../ui/toast-card.tsx';

const passes = (count: number): string => formatCount(count, 'pass', 'passes');
const success = (title: string, text?: string): ToastMessage => ({ title, text, tone: 'success' });

/** A failure of the staff side: the title is Error, the spec's words follow, and what the server said of it. */
const failed = (text: string, cause?: unknown): ToastMessage => {
  const said = getErrorMessage(cause, '');
  return { title: 'Error', text: said ? `${text}. ${said}` : text, tone: 'error' };
};

/** For the calls of which the spec shows the server's own message when there is one. */
const saidOr = (cause: unknown, otherwise: string): ToastMessage =>
  cause instanceof ApiError && cause.code !== 'UNEXPECTED' && cause.code !== 'OFFLINE'
    ? { title: 'Error', text: cause.message, tone: 'error' }
    : failed(otherwise, cause);

/** What staff load, as the load failures of the spec name it. */
type Loaded =
  | 'instructors'
  | 'classes'
  | 'members'
  | 'class passes'
  | 'pass sales'
  | 'memberships'
  | 'weekly templates'
  | 'template classes'
  | 'weekly analytics'
  | 'monthly report'
  | 'member bookings'
  | 'member passes'
  | 'recent bookings'
  | 'class bookings'
  | 'settings'
  | 'setting history'
  | 'refunds'
  | 'staff'
  | 'sign-ins'
  | 'history'
  | 'verification';

/** What staff create, update and delete, as the spec names it. */
type Kept = 'instructor' | 'class' | 'class pass' | 'template' | 'template class' | 'member';

const withoutConsent = (count: number): string =>
  count === 0 ? '' : ` ${count} left out, who have not agreed to news by email.`;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Every toast of the staff side, in the words of spec 001 section 8 where it gives them. */
export const staffMessages = {
  loadFailed: (what: Loaded, cause?: unknown) => failed(`Failed to fetch ${what}`, cause),

  created: (what: Kept) => success(`${capital(what)} created`),
  updated: (what: Kept) => success(`${capital(what)} updated`),
  deleted: (what: Kept) => success(`${capital(what)} deleted`),
  createFailed: (what: Kept, cause?: unknown) => failed(`Failed to create ${what}`, cause),
  updateFailed: (what: Kept, cause?: unknown) => failed(`Failed to update ${what}`, cause),
  deleteFailed: (what: Kept, cause?: unknown) => failed(`Failed to delete ${what}`, cause),

  classStatusFailed: (cause?: unknown) => failed('Failed to update class status', cause),
  bookingRemoved: success('Booking removed and pass refunded to customer'),
  removeBookingFailed: (cause?: unknown) => failed('Failed to remove booking', cause),

  passesAdded: (count: number) => success(`Added ${passes(count)} to member`),
  addPassesFailed: (cause?: unknown) => failed('Failed to add passes', cause),
  passesRemoved: (count: number) => success(`Removed ${passes(count)} from member`),
  removePassesFailed: (cause?: unknown) => saidOr(cause, 'Failed to remove passes'),
  memberAddedToClass: success('Member added to class successfully'),
  addToClassFailed: (cause?: unknown) => saidOr(cause, 'Failed to add member to class'),

  /** `leftOut` are those who have not agreed to news. */
  emailsSent: (successCount: number, totalMembers: number, successRate: string, leftOut = 0) =>
    success(
      'Emails Sent Successfully',
      `${successCount} of ${formatCount(totalMembers, 'member', 'members')} (${successRate}).${withoutConsent(leftOut)}`,
    ),
  mailingListFilled: (count: number, leftOut: number) =>
    success(
      `Added ${formatCount(count, 'member', 'members')} to the mailing list`,
      withoutConsent(leftOut).trim(),
    ),
  emailsFailed: (cause?: unknown) => saidOr(cause, 'Failed to send prelaunch emails'),
  mailingListFailed: {
    title: 'Error',
    text: 'Failed to add members to the mailing list. Please try again.',
    tone: 'error',
  } satisfies ToastMessage,

  signUpsAre: (state: 'open' | 'closed') => success(`Membership sign-ups are now ${state}`),
  availabilityFailed: (cause?: unknown) => failed('Failed to update membership availability', cause),
  membershipCancelled: (until: string) => success('Membership cancelled', `It stays active until ${until}.`),
  cancelMembershipFailed: (cause?: unknown) => failed('Failed to cancel membership', cause),

  staffInvited: (email: string) =>
    success('Invitation sent', `${email} gets an email with a link that works for 7 days.`),
  inviteFailed: (cause?: unknown) => saidOr(cause, 'Failed to send the invitation'),
  staffRoleChanged: (name: string, role: string) =>
    success('Role changed', `${name} is ${role} from the next sign-in.`),
  staffRoleFailed: (cause?: unknown) => saidOr(cause, 'Failed to change the role'),
  staffRemoved: (name: string) => success('Removed', `${name} can no longer sign in.`),
  removeStaffFailed: (cause?: unknown) => saidOr(cause, 'Failed to remove the account'),
  ownPasswordChanged: success('Password changed', 'You are signed out everywhere else.'),
  ownPasswordFailed: (cause?: unknown) => saidOr(cause, 'Failed to change your password'),

  settingSaved: (title: string) => success('Setting saved', title),
  settingFailed: (cause?: unknown) => failed('Failed to save setting', cause),

  templateApplied: (text: string) => success('Template applied', text),
  applyTemplateFailed: (cause?: unknown) => failed('Failed to apply template to week', cause),

  reportExported: success('Monthly report exported successfully'),
  exportFailed: (cause?: unknown) => failed('Failed to export monthly report', cause),
  exportHistoryFailed: (cause?: unknown) => saidOr(cause, 'Failed to export the history'),
  verificationFailed: (cause?: unknown) => saidOr(cause, 'Failed to check the store. Please try again.'),
  closeMonthFailed: (cause?: unknown) => saidOr(cause, 'Failed to close the month'),
};
