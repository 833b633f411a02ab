import { ApiError, getErrorMessage, getServerMessage, isSignedOutError } from './api-error.ts';
import { formatCount } from './numbers.ts';
import type { ToastMessage } from './toast-message.ts';

const error = (title: string, text: string): ToastMessage => ({ title, text, tone: 'error' });
const success = (title: string, text?: string): ToastMessage => ({ title, text, tone: 'success' });

/** '1 pass', '3 passes' */
export const formatPasses = (count: number): string => formatCount(count, 'pass', 'passes');

/** Every toast of the member side, in the spec's words where it gives them. */
export const messages = {
  signedIn: success('Welcome back!', 'You have been signed in successfully.'),
  accountCreated: success(
    'Account created!',
    "Welcome to the studio. You're now signed in and can start booking classes.",
  ),
  signInFailed: (cause: unknown) =>
    error('Sign in failed', getServerMessage(cause, 'Please check your email and password.')),
  signUpFailed: (cause: unknown) =>
    error('Sign up failed', getServerMessage(cause, 'Please check your information and try again.')),
  resetEmailSent: success(
    'Reset email sent',
    'If an account exists with this email, you will receive reset instructions.',
  ),
  resetEmailFailed: (cause: unknown) =>
    error('Error', getServerMessage(cause, 'Something went wrong. Please try again.')),
  invalidResetLink: error('Invalid Reset Link', 'The password reset link is invalid or expired.'),
  resetTokenMissing: error('Invalid Token', 'The reset token is missing.'),
  resetFailed: (cause: unknown) =>
    error('Reset Failed', getServerMessage(cause, 'Something went wrong. Please try again.')),
  passwordReset: success(
    'Password Reset Successfully',
    'Your password has been updated. You can now sign in with your new password.',
  ),

  paymentSetupFailed: (cause: unknown) =>
    error('Error', getServerMessage(cause, 'Failed to create payment intent')),
  passAlreadyUsed: (passName: string, cause: unknown) =>
    error(
      `${passName} Already Used`,
      getServerMessage(cause, 'The sign up class can only be purchased once per member.'),
    ),
  purchaseRefunded: (passName: string, cause: unknown) =>
    cause instanceof ApiError && cause.code === 'ALREADY_USED'
      ? error(`${passName} Already Used`, `${cause.message} Your payment has been refunded.`)
      : error('Payment Refunded', getErrorMessage(cause, 'This payment has been refunded.')),
  paymentFailed: (providerMessage: string | undefined) =>
    error('Payment Failed', providerMessage || 'Payment could not be processed'),
  paymentError: (cause: unknown) =>
    error('Payment Error', getServerMessage(cause, 'Something went wrong with your payment.')),
  paymentResultUnknown: error(
    'Payment Error',
    'We could not hear whether your payment went through. Please try again: the same payment is never taken twice.',
  ),
  paymentIncomplete: (status: string): ToastMessage => ({
    title: 'Payment Incomplete',
    text: `Payment status: ${status}`,
    tone: 'warning',
  }),
  paymentExpired: {
    title: 'Payment Incomplete',
    text: 'This payment had waited too long and was closed; nothing was charged. Here is a new one.',
    tone: 'warning',
  } satisfies ToastMessage,
  paymentProcessed: {
    title: 'Payment Processed',
    text: 'Your payment was successful but there was an issue adding the pass. Please contact support.',
    tone: 'warning',
  } satisfies ToastMessage,
  purchased: (passName: string) =>
    success('Purchase Successful!', `${passName} has been added to your account.`),

  booked: (passesLeft: number | undefined) =>
    success(
      'Class Booked!',
      passesLeft === undefined ? undefined : `You have ${formatPasses(passesLeft)} remaining.`,
    ),
  /** The server lets it be undone for two minutes. */
  bookedLate: (passesLeft: number | undefined, onUndo: () => void) => ({
    ...messages.booked(passesLeft),
    action: { label: 'Undo', onClick: onUndo },
    duration: 20_000,
  }),
  bookingUndone: (passesLeft: number) =>
    success('Booking undone', `Your pass is back. You have ${formatPasses(passesLeft)} remaining.`),
  undoBookingFailed: (cause: unknown) =>
    error('Not Undone', getErrorMessage(cause, 'You can cancel the class in My Classes.')),
  needPasses: (onBuy: () => void): ToastMessage => ({
    title: 'Need Class Passes',
    text: 'Purchase a class pass to book this session.',
    tone: 'info',
    action: { label: 'Buy Passes', onClick: onBuy },
  }),
  bookingFailed: (cause: unknown) =>
    error('Booking Failed', getServerMessage(cause, 'Failed to book class. Please try again.')),

  waitlistJoined: success('Added to Waitlist', "You'll be notified if a spot becomes available."),
  waitlistLeft: success('Removed from Waitlist'),
  waitlistPlaceKept: success('Place Kept', 'We will tell you when a spot comes free at the new time.'),
  waitlistPlaceNotKept: (cause: unknown) =>
    error('Your Place Stands', getErrorMessage(cause, 'We could not save your answer. Please try again.')),
  waitlistJoinFailed: (cause: unknown) =>
    error('Failed to Join Waitlist', getServerMessage(cause, 'Please try again.')),
  waitlistLeaveFailed: (cause: unknown) =>
    error('Failed to Leave Waitlist', getServerMessage(cause, 'Please try again.')),

  myClassesFailed: error('Error', 'Failed to load your classes'),
  /** `passText` states whether the pass was returned. */
  cancelled: (passText: string, passesLeft: number, onUndo: () => void) => ({
    ...success('Booking Cancelled', `${passText} You have ${formatPasses(passesLeft)} remaining.`),
    action: { label: 'Undo', onClick: onUndo },
    duration: 10_000,
  }),
  cancellationUndone: (passesLeft: number) =>
    success(
      'Your place is back',
      `Your pass is used for it again. You have ${formatPasses(passesLeft)} remaining.`,
    ),
  undoCancellationFailed: (cause: unknown) =>
    error('Not Undone', getErrorMessage(cause, 'Please book the class again, if there is a place.')),
  /** `when` is the day and time of the new class. */
  moved: (when: string) =>
    success('Booking Moved', `Your place is in the class on ${when} now, with the same pass.`),
  moveFailed: (cause: unknown) =>
    error('Not Moved', `${getErrorMessage(cause, 'Please try again.')} Your booking stands as it was.`),
  calendarFailed: (cause: unknown) =>
    error('Calendar', getErrorMessage(cause, 'Something went wrong. Please try again.')),
  cancellationFailed: (cause: unknown) =>
    error('Cancellation Failed', getServerMessage(cause, 'Please refresh the page and try again.')),

  membershipNeedsSignIn: {
    title: 'Sign in required',
    text: 'Please sign in to purchase a membership.',
    tone: 'info',
  } satisfies ToastMessage,
  paymentLinkReady: {
    ...success('Payment Link Ready', 'Click the payment link that appears below to complete your purchase.'),
    duration: 5000,
  },
  membershipPurchaseFailed: (cause: unknown) =>
    error(
      'Purchase Failed',
      isSignedOutError(cause)
        ? 'Authentication failed. Please sign out and sign in again.'
        : getServerMessage(cause, 'Failed to process membership purchase'),
    ),
  subscriptionFailed: (cause: unknown) =>
    error(
      'Subscription Failed',
      cause instanceof ApiError && cause.status === 409
        ? cause.message
        : 'There was an error starting your membership. Please try again.',
    ),
  /** `untilText` states how long it lasts, and with how many passes. */
  membershipCancelled: (untilText: string) => success('Membership Cancelled', untilText),
  membershipResumed: (nextPayment: string | null) =>
    success(
      'Membership Kept',
      nextPayment === null
        ? 'It goes on as before.'
        : `It goes on as before. The next payment is on ${nextPayment}.`,
    ),
  membershipResumeFailed: (cause: unknown) =>
    error('That Did Not Work', getErrorMessage(cause, 'Please refresh the page and try again.')),
  interestFailed: (cause: unknown) =>
    error('Not Sent', getErrorMessage(cause, 'Something went wrong. Please try again.')),
  /** `address` is the new email address. */
  emailChangeSent: (address: string) =>
    success('Check your inbox', `We have sent a link to ${address}. It works once, within the hour.`),
  profileSaved: success('Saved', 'Your profile is up to date.'),
  healthSaved: success('Saved', 'Your instructor will know before your next class.'),
  passwordChanged: success(
    'Password Changed',
    'You stay signed in here, and are signed out everywhere else.',
  ),
  signedOutEverywhere: success('Signed Out Everywhere', 'No device is signed in to your account any more.'),
  accountDeleted: success(
    'Account Deleted',
    'Your details are erased. You are welcome back whenever you like.',
  ),
  saveFailed: (cause: unknown) =>
    error('Not Saved', getErrorMessage(cause, 'Something went wrong. Please try again.')),
  downloadFailed: (cause: unknown) =>
    error('Not Downloaded', getErrorMessage(cause, 'Something went wrong. Please try again.')),
  signOutFailed: (cause: unknown) =>
    error('Not Signed Out', getErrorMessage(cause, 'Something went wrong. Please try again.')),
  accountDeletionFailed: (cause: unknown) =>
    error('Not Deleted', getErrorMessage(cause, 'Something went wrong. Please try again.')),
  newsletter: (isOn: boolean) =>
    isOn
      ? success('You are on the list', 'We will write when there is something worth reading.')
      : success('You are off the list', 'We will not send you the newsletter any more.'),
  addressTriedAgain: success(
    'We Are Trying Again',
    'An email is on its way to you. If it comes back, we say so here.',
  ),
  newsletterFailed: (cause: unknown) =>
    error('Not Saved', getErrorMessage(cause, 'Something went wrong. Please try again.')),
};
