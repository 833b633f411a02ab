import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import type { Instructor } from '#services/contract/schedule.ts';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { instructorsPath } from '#web/components/staff/use-instructors.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { post } from '#web/lib/http.ts';
import { toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { RateFields } from './rate-fields.tsx';
import { createNewRate, type RateFormBody, type RateFormValues, rateForm } from './rate-form-values.ts';
import { ratesPath } from './use-rates.ts';

const fields = ['classType', 'basePence', 'perHeadPence', 'above', 'validFrom'] as const;

/** Sets what an instructor's classes pay from a day on. */
export function AddRateForm({ instructors }: { instructors: readonly Instructor[] }) {
  const { mutate } = useSWRConfig();
  const today = toLondonDate(useStudioNow());
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<RateFormValues, unknown, RateFormBody>({
    resolver: zodResolver(rateForm),
    defaultValues: createNewRate(today),
  });
  const { handleSubmit, setError, reset, formState } = form;
  const { isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async ({ instructorId, ...rate }) => {
    setFailure(null);
    try {
      await post<unknown>(`${instructorsPath}/${instructorId}/rates`, rate);
      toast(staffMessages.rateSaved);
      reset(createNewRate(today));
      await mutate(ratesPath);
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) > 0) return;
      toast(staffMessages.rateFailed);
      setFailure(cause);
    }
  });

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Add a rate"
      className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-4 md:p-5"
    >
      <RateFields form={form} instructors={instructors} />
      <FailureReason cause={failure} />
      <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
        {isSubmitting ? 'Saving...' : 'Save rate'}
      </Button>
    </form>
  );
}
