import { getErrorMessage } from '#web/lib/api-error.ts';
import { error, success } from '#web/lib/toast-message.ts';

/** Toasts of My Account. */
export const accountMessages = {
  /** `address` is the new email address. */
  emailChangeSent: (address: string) =>
    success('Check your inbox', `We have sent a link to ${address}. It works once, within the hour.`),
  profileSaved: success('Saved', 'Your profile is up to date.'),
  healthRemoved: success('Removed', 'Nobody at the studio sees your health answers any more.'),
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
  pushFailed: (cause: unknown) =>
    error('Not Changed', getErrorMessage(cause, 'This browser cannot be notified now. Please try again.')),
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
  deviceEnded: (name: string) => success('Signed Out There', `${name} is signed out of your account.`),
  cardRemoved: (name: string) => success('Card Removed', `${name} is not kept any more.`),
  cardRemovalFailed: (cause: unknown) =>
    error('Not Removed', getErrorMessage(cause, 'Something went wrong. Please try again.')),
};
