import { getErrorMessage, getServerMessage } from '#web/lib/api-error.ts';
import { formatPasses } from '#web/lib/messages.ts';
import { error, success } from '#web/lib/toast-message.ts';

/** Toasts of My Classes. */
export const myClassesMessages = {
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
  moved: (when: string, onUndo: (() => void) | undefined) => ({
    ...success('Booking Moved', `Your place is in the class on ${when} now, with the same pass.`),
    ...(onUndo && { action: { label: 'Undo', onClick: onUndo }, duration: 20_000 }),
  }),
  moveUndone: success('Move undone', 'Your place is in the class before again.'),
  moveFailed: (cause: unknown) =>
    error('Not Moved', `${getErrorMessage(cause, 'Please try again.')} Your booking stands as it was.`),
  cancellationFailed: (cause: unknown) =>
    error('Cancellation Failed', getServerMessage(cause, 'Please refresh the page and try again.')),
};
