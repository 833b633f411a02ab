import { getErrorMessage } from '#web/lib/api-error.ts';
import { error, success } from '#web/lib/toast-message.ts';

/** Toasts of My Membership. */
export const myMembershipMessages = {
  /** `untilText` states how long it lasts, and with how many passes. */
  membershipCancelled: (untilText: string) => success('Membership Cancelled', untilText),
  membershipResumed: (nextPayment: string | null) =>
    success(
      'Membership Kept',
      nextPayment === null
        ? 'It goes on as before.'
        : `It goes on as before. The next payment is on ${nextPayment}.`,
    ),
  membershipPaused: (from: string, until: string) =>
    success('Membership Paused', `It rests from ${from} to ${until}, and comes back by itself.`),
  pauseWithdrawn: (nextPayment: string | null) =>
    success(
      'Pause Withdrawn',
      nextPayment === null ? 'It goes on as before.' : `The next payment is on ${nextPayment}.`,
    ),
  pauseFailed: (cause: unknown) =>
    error('That Did Not Work', getErrorMessage(cause, 'Please refresh the page and try again.')),
  planChanged: (name: string, when: 'now' | 'renewal') =>
    success(
      'Plan Changed',
      when === 'now' ? `You have ${name} now.` : `${name} starts with your next period.`,
    ),
  planKept: (name: string) => success('Plan Kept', `You keep ${name}.`),
  planChangeFailed: (cause: unknown) =>
    error('That Did Not Work', getErrorMessage(cause, 'Please refresh the page and try again.')),
  membershipResumeFailed: (cause: unknown) =>
    error('That Did Not Work', getErrorMessage(cause, 'Please refresh the page and try again.')),
};
