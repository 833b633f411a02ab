import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Puts what the server said about single fields on those fields and focuses the first; answers how many it placed. */
export const setFieldErrors = <Values extends FieldValues>(
  cause: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): number => {
  if (!(cause instanceof ApiError)) return 0;
  let placed = 0;
  for (const issue of cause.issues) {
    const field = fields.find((name) => name === issue.path);
    if (field === undefined) continue;
    setError(field, { type: 'server', message: issue.message }, { shouldFocus: placed === 0 });
    placed += 1;
  }
  return placed;
};
