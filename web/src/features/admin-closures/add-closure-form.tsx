import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import { type AdminClosuresAnswer, type ClosureBody, closureBody } from '#services/contract/closures.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { error as errorToast, success } from '#web/lib/toast-message.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { formatDays } from './format-days.ts';
import { closuresPath, refreshClosures } from './refresh-closures.ts';

const fields = ['from', 'to', 'reason'] as const;
const blank = { from: '', to: '', reason: '' };

type AddClosureFormProps = Pick<AdminClosuresAnswer, 'bankHolidays'>;

/** Closes the studio for some days, once the effects are confirmed. */
export function AddClosureForm({ bankHolidays }: AddClosureFormProps) {
  const { mutate } = useSWRConfig();
  const [confirming, setConfirming] = useState<ClosureBody | null>(null);
  const form = useForm<ClosureBody>({ resolver: zodResolver(closureBody), defaultValues: blank });
  const { register, handleSubmit, setError, setValue, getValues, reset, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedChanges(isDirty, isSubmitting);
  const fill = (plan: ClosureBody) => reset(plan, { keepDefaultValues: true });

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((body) => setConfirming(body))(event)}
      aria-label="Close the Studio"
      className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-4 md:p-5"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_2fr]">
        <Field label="First closed day" error={errors.from?.message}>
          {(control) => (
            <DateInput
              {...control}
              {...register('from', {
                onChange: ({ target }) => {
                  if (getValues('to') === '') setValue('to', String(target.value));
                },
              })}
            />
          )}
        </Field>
        <Field label="Last closed day" error={errors.to?.message}>
          {(control) => <DateInput {...control} {...register('to')} />}
        </Field>
        <div className="sm:max-lg:col-span-2">
          <Field label="Reason" hint="Members see it." error={errors.reason?.message}>
            {(control) => <Input {...control} {...register('reason')} />}
          </Field>
        </div>
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-ink-muted text-sm">
          Bank holidays of England; none is set by itself
        </legend>
        <div className="flex flex-wrap gap-2">
          {bankHolidays.map(({ date, name }) => (
            <Button
              key={date}
              type="button"
              variant="secondary"
              size="sm"
              onClick={() => fill({ from: date, to: date, reason: name })}
            >
              {name}, {formatShortWallDay(date)}
            </Button>
          ))}
        </div>
      </fieldset>
      <Button type="submit" className="self-start max-sm:w-full">
        Close these days
      </Button>
      {confirming === null ? null : (
        <EffectsDialog
          title={`Close on ${formatDays(confirming)}?`}
          call={{ path: closuresPath, method: 'POST', body: confirming }}
          confirmLabel="Close these days"
          onSuccess={() => {
            toast(success('Closing days set', 'Passes follow within a moment.'));
            reset(blank);
            return refreshClosures(mutate);
          }}
          onFailure={(cause) => {
            if (setFieldErrors(cause, fields, setError) > 0) return setConfirming(null);
            toast(errorToast('Not closed', getErrorMessage(cause, 'Please try again.')));
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </form>
  );
}
