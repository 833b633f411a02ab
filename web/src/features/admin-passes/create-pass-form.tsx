import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { PassFields } from './pass-fields.tsx';
import { newPass, type PassFormBody, type PassFormValues, passForm } from './pass-form-values.ts';
import { passesPath, refreshPasses } from './use-passes.ts';

const fields = ['name', 'classes', 'price', 'description', 'validity'] as const;

export function CreatePassForm() {
  const { mutate } = useSWRConfig();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<PassFormValues, unknown, PassFormBody>({
    resolver: zodResolver(passForm),
    defaultValues: newPass,
  });
  const idempotentPost = useIdempotentPost();
  const { handleSubmit, setError, reset, formState } = form;
  const { isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      await idempotentPost<unknown>(passesPath, body);
      toast(staffMessages.created('class pass'));
      reset(newPass);
      await refreshPasses(mutate);
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) > 0) return;
      toast(staffMessages.createFailed('class pass'));
      setFailure(cause);
    }
  });

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Create a pass"
      className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-4 md:p-5"
    >
      <PassFields form={form} proposesValidity />
      <FailureReason cause={failure} />
      <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
        {isSubmitting ? 'Creating...' : 'Create pass'}
      </Button>
    </form>
  );
}
