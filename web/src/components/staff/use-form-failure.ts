import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import type { ToastMessage } from '#web/lib/toast-message.ts';
import { toast } from '../ui/toast.ts';

/** Shows why a submit failed: the server's issues at their fields; without any, the message as a toast and the cause as `failure`. */
export function useFormFailure<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: readonly FieldPath<Values>[],
  message: ToastMessage,
) {
  const [failure, setFailure] = useState<unknown>(null);
  return {
    failure,
    clearFailure: () => setFailure(null),
    showFailure: (cause: unknown) => {
      if (setFieldErrors(cause, fields, setError) > 0) return;
      toast(message);
      setFailure(cause);
    },
  };
}
