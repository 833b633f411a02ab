import type { ToastMessage } from '../components/ui/toast-card.tsx';
import { messageOf } from './api-error.ts';
import { countOf } from './money.ts';

const error = (title: string, text: string): ToastMessage => ({ title, text, tone: 'error' });
const success = (title: string, text?: string): ToastMessage => ({ title, text, tone: 'success' });

/** '1 pass', '3 passes' */
export const passes = (count: number): string => countOf(count, 'pass', 'passes');

/** Every toast of the member side, in the spec's words where it gives them. */
export const messages = {
  signedIn: success('Welcome back!', 'You have been signed in successfully.'),
  accountCreated: success(
    'Account created!',
    "Welcome to the studio. You're now signed in and can start booking classes.",
  ),
  signInFailed: (cause: unknown) =>
    error('Sign in failed', messageOf(cause, 'Please check your email and password.')),
  signUpFailed: (cause: unknown) =>
    error('Sign up failed', messageOf(cause, 'Please check your information and try again.')),
  resetEmailSent: success(
    'Reset email sent',
    'If an account exists with this email, you will receive reset instructions.',
  ),
  resetEmailFailed: (cause: unknown) =>
    error('Error', messageOf(cause, 'Something went wrong. Please try again.')),

  paymentSetupFailed: (cause: unknown) => error('Error', messageOf(cause, 'Failed to create payment intent')),
  signUpClassUsed: error(
    'Sign Up Class Already Used',
    'The sign up class can only be purchased once per member.',
  ),
  paymentFailed: (providerMessage: string | undefined) =>
    error('Payment Failed', providerMessage || 'Payment could not be processed'),
  paymentError: (cause: unknown) =>
    error('Payment Error', messageOf(cause, 'Something went wrong with your payment.')),
  paymentIncomplete: (status: string): ToastMessage => ({
    title: 'Payment Incomplete',
    text: `Payment status: ${status}`,
    tone: 'warning',
  }),
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
      passesLeft === undefined ? undefined : `You have ${passes(passesLeft)} remaining.`,
    ),
  needPasses: (onBuy: () => void): ToastMessage => ({
    title: 'Need Class Passes',
    text: 'Purchase a class pass to book this session.',
    tone: 'info',
    action: { label: 'Buy Passes', onClick: onBuy },
  }),
  bookingFailed: (cause: unknown) =>
    error('Booking Failed', messageOf(cause, 'Failed to book class. Please try again.')),

  cancelled: (passReturned: boolean, passesLeft: number) =>
    passReturned
      ? success('Booking Cancelled', `Your pass is back. You have ${passes(passesLeft)} remaining.`)
      : success('Booking Cancelled', 'It was less than 24 hours away, so your pass did not come back.'),
  cancellationFailed: (cause: unknown) =>
    error('Cancellation Failed', messageOf(cause, 'Please refresh the page and try again.')),
};
