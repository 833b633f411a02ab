import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Sets the issues of a server error on the form's fields and focuses the first; returns how many fields it set. */
export const setFieldErrors = <Values extends FieldValues>(
  cause: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): number => {
  if (!(cause instanceof ApiError)) return 0;
  let count = 0;
  for (const issue of cause.issues) {
    const field = fields.find((name) => name === issue.path);
    if (field === undefined) continue;
    setError(field, { type: 'server', message: issue.message }, { shouldFocus: count === 0 });
    count += 1;
  }
  return count;
};
