import { ApiError, getErrorMessage, getServerMessage, isSignedOutError } from './api-error.ts';
import { formatCount } from './numbers.ts';
import { error, success, type ToastMessage } from './toast-message.ts';

/** '1 pass', '3 passes' */
export const formatPasses = (count: number): string => formatCount(count, 'pass', 'passes');

/** Toasts of the timetable, waiting lists and subscribing, in the spec's words where it gives them. Other features have theirs in their own folder, since the home page loads these. */
export const messages = {
  booked: (passesLeft: number | undefined) =>
    success(
      'Class Booked!',
      passesLeft === undefined ? undefined : `You have ${formatPasses(passesLeft)} remaining.`,
    ),
  /** The server lets it be undone for two minutes. */
  bookedWithUndo: (passesLeft: number | undefined, onUndo: () => void) => ({
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
  interestFailed: (cause: unknown) =>
    error('Not Sent', getErrorMessage(cause, 'Something went wrong. Please try again.')),
};
