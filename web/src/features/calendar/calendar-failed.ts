import { getErrorMessage } from '#web/lib/api-error.ts';
import { error } from '#web/lib/toast-message.ts';

/** The toast of a calendar file or feed that could not be had. */
export const calendarFailed = (cause: unknown) =>
  error('Calendar', getErrorMessage(cause, 'Something went wrong. Please try again.'));
