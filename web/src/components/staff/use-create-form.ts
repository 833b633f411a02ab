import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ToastMessage } from '#web/lib/toast-message.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useFormFailure } from './use-form-failure.ts';

type CreateFormOptions<Values extends FieldValues, Body> = {
  resolver: Resolver<Values, unknown, Body>;
  defaultValues: DefaultValues<Values>;
  /** The fields that show the server's issues. */
  fields: readonly FieldPath<Values>[];
  failureToast: ToastMessage;
  create: (body: Body, form: UseFormReturn<Values, unknown, Body>) => Promise<unknown>;
};

/** A form that adds to a list: leaving it unsaved asks first, and a failed submit shows its reason. `frame` is for `CreateForm`. */
export function useCreateForm<Values extends FieldValues, Body>({
  resolver,
  defaultValues,
  fields,
  failureToast,
  create,
}: CreateFormOptions<Values, Body>) {
  const form = useForm<Values, unknown, Body>({ resolver, defaultValues });
  const { isSubmitting, isDirty } = form.formState;
  const { failure, clearFailure, showFailure } = useFormFailure(form.setError, fields, failureToast);
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = form.handleSubmit(async (body) => {
    clearFailure();
    await create(body, form).catch(showFailure);
  });
  return { form, frame: { onSubmit: submit, busy: isSubmitting, failure } };
}
