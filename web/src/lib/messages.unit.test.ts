import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authMessages } from '#web/features/auth/auth-messages.ts';
import { myClassesMessages } from '#web/features/my-classes/my-classes-messages.ts';
import { purchaseMessages } from '#web/features/purchase/purchase-messages.ts';
import { ApiError, createOfflineError, toApiError } from './api-error.ts';
import { messages } from './messages.ts';
import type { ToastMessage } from './toast-message.ts';

/** An error without a sentence for the person. */
const otherError = new Error('socket hang up');

const apiError = (status: number, message: string) =>
  new ApiError({ status, code: 'CONFLICT', message, raw: `${status}: ${message}` });

const refusal = (text: string) => apiError(409, text);

const toasts: readonly (readonly [title: string, text: string | undefined, shown: ToastMessage])[] = [
  // Spec 000 section 8, line by line: the title, the text, and the catalogue's toast.
  ['Sign in failed', 'Please check your email and password.', authMessages.signInFailed(otherError)],
  [
    'Sign in failed',
    'Wrong email or password.',
    authMessages.signInFailed(refusal('Wrong email or password.')),
  ],
  ['Sign up failed', 'Please check your information and try again.', authMessages.signUpFailed(otherError)],
  [
    'Sign up failed',
    'This email has an account.',
    authMessages.signUpFailed(refusal('This email has an account.')),
  ],
  ['Error', 'Something went wrong. Please try again.', authMessages.resetEmailFailed(otherError)],
  ['Error', 'Too many tries.', authMessages.resetEmailFailed(refusal('Too many tries.'))],
  ['Invalid Reset Link', 'The password reset link is invalid or expired.', authMessages.invalidResetLink],
  ['Invalid Token', 'The reset token is missing.', authMessages.resetTokenMissing],
  ['Reset Failed', 'Something went wrong. Please try again.', authMessages.resetFailed(otherError)],
  ['Reset Failed', 'This link has been used.', authMessages.resetFailed(refusal('This link has been used.'))],
  ['Sign in required', 'Please sign in to purchase a membership.', messages.membershipNeedsSignIn],
  ['Purchase Failed', 'Failed to process membership purchase', messages.membershipPurchaseFailed(otherError)],
  [
    'Purchase Failed',
    'Failed to create membership',
    messages.membershipPurchaseFailed(refusal('Failed to create membership')),
  ],
  [
    'Purchase Failed',
    'Authentication failed. Please sign out and sign in again.',
    messages.membershipPurchaseFailed(apiError(401, 'Please sign in again.')),
  ],
  ['Payment Failed', 'Payment could not be processed', purchaseMessages.paymentFailed(undefined)],
  ['Payment Failed', 'Your card was declined.', purchaseMessages.paymentFailed('Your card was declined.')],
  ['Payment Error', 'Something went wrong with your payment.', purchaseMessages.paymentError(otherError)],
  ['Payment Error', 'The studio is away.', purchaseMessages.paymentError(refusal('The studio is away.'))],
  ['Payment Incomplete', 'Payment status: processing', purchaseMessages.paymentIncomplete('processing')],
  [
    'Payment Processed',
    'Your payment was successful but there was an issue adding the pass. Please contact support.',
    purchaseMessages.paymentProcessed,
  ],
  ['Error', 'Failed to create payment intent', purchaseMessages.paymentSetupFailed(otherError)],
  [
    'Sign Up Class Already Used',
    'The sign up class can only be purchased once per member.',
    purchaseMessages.passAlreadyUsed('Sign Up Class', otherError),
  ],
  ['Need Class Passes', 'Purchase a class pass to book this session.', messages.needPasses(() => {})],
  ['Booking Failed', 'Failed to book class. Please try again.', messages.bookingFailed(otherError)],
  ['Booking Failed', 'This class is full.', messages.bookingFailed(refusal('This class is full.'))],
  ['Failed to Join Waitlist', 'Please try again.', messages.waitlistJoinFailed(otherError)],
  ['Failed to Leave Waitlist', 'Please try again.', messages.waitlistLeaveFailed(otherError)],
  ['Cancellation Failed', 'It has begun.', myClassesMessages.cancellationFailed(refusal('It has begun.'))],
  [
    'Subscription Failed',
    'There was an error starting your membership. Please try again.',
    messages.subscriptionFailed(otherError),
  ],
  ['Error', 'Failed to load your classes', myClassesMessages.myClassesFailed],
  ['Welcome back!', 'You have been signed in successfully.', authMessages.signedIn],
  [
    'Account created!',
    "Welcome to the studio. You're now signed in and can start booking classes.",
    authMessages.accountCreated,
  ],
  [
    'Reset email sent',
    'If an account exists with this email, you will receive reset instructions.',
    authMessages.resetEmailSent,
  ],
  [
    'Password Reset Successfully',
    'Your password has been updated. You can now sign in with your new password.',
    authMessages.passwordReset,
  ],
  [
    'Purchase Successful!',
    '10 Class Pass has been added to your account.',
    purchaseMessages.purchased('10 Class Pass'),
  ],
  ['Class Booked!', 'You have 3 passes remaining.', messages.booked(3)],
  ['Class Booked!', undefined, messages.booked(undefined)],
  ['Added to Waitlist', "You'll be notified if a spot becomes available.", messages.waitlistJoined],
  ['Removed from Waitlist', undefined, messages.waitlistLeft],
  [
    'Payment Link Ready',
    'Click the payment link that appears below to complete your purchase.',
    messages.paymentLinkReady,
  ],
];

/** Failures without a sentence of the server: no answer, an answer of a proxy, and a fault of the page itself. */
const wordless = [createOfflineError(otherError), toApiError(502, 'Bad Gateway', '<html>'), otherError];

describe('the catalogue of messages', () => {
  it.each([
    ['Please check your email and password.', authMessages.signInFailed],
    ['Please check your information and try again.', authMessages.signUpFailed],
    ['Something went wrong. Please try again.', authMessages.resetEmailFailed],
    ['Something went wrong. Please try again.', authMessages.resetFailed],
    ['Failed to create payment intent', purchaseMessages.paymentSetupFailed],
    ['Something went wrong with your payment.', purchaseMessages.paymentError],
    ['Failed to book class. Please try again.', messages.bookingFailed],
    ['Please try again.', messages.waitlistJoinFailed],
    ['Please try again.', messages.waitlistLeaveFailed],
    ['Failed to process membership purchase', messages.membershipPurchaseFailed],
  ])('falls back to "%s" when the server sends no text', (text, create) => {
    expect(wordless.map((cause) => create(cause).text)).toEqual([text, text, text]);
  });

  it.each(toasts)('has the toast %s: %s', (title, text, shown) => {
    expect([shown.title, shown.text]).toEqual([title, text]);
  });

  it('gives a success the tone success, and a failure the tone error', () => {
    const welcome = [
      authMessages.signedIn,
      authMessages.accountCreated,
      messages.booked(1),
      messages.waitlistJoined,
    ];
    expect(new Set(welcome.map(({ tone }) => tone))).toEqual(new Set(['success']));
    for (const [title, , { tone }] of toasts) {
      if (/Failed|failed|Error|Invalid/.test(title)) expect([title, tone]).toEqual([title, 'error']);
    }
  });

  it('offers to buy passes when they are missing', () => {
    expect(messages.needPasses(() => {}).action?.label).toBe('Buy Passes');
  });

  it('shows the payment link for 5 seconds', () => {
    expect(messages.paymentLinkReady.duration).toBe(5000);
  });
});

describe('the texts of the site', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

  it('are not passed to toast() outside the catalogue', () => {
    expect(files.filter(({ text }) => /\btoast\(\s*\{/.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it.each([
    "Memberships are currently closed. We're managing capacity to ensure the best experience for all members. Please check back soon or contact us for updates.",
    '404 Page Not Found',
    'Click button above to create your secure payment link.',
    'Failed to initialize payment. Please try again.',
    'Setting up payment...',
    'A confirmation email has been sent to your email address.',
    'No classes are scheduled for',
    'Ready to Start Your Pilates Journey?',
    'Not suitable for complete beginners',
    'Incorrect password',
  ])('contain: %s', (words) => {
    const isPresent = files.some(({ text }) => text.replace(/\s+/g, ' ').includes(words));
    expect(isPresent).toBe(true);
  });
});
