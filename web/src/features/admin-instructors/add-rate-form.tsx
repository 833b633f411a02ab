import { zodResolver } from '@hookform/resolvers/zod';
import { useSWRConfig } from 'swr';
import type { Instructor } from '#services/contract/schedule.ts';
import { CreateForm } from '#web/components/staff/create-form.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useCreateForm } from '#web/components/staff/use-create-form.ts';
import { instructorsPath } from '#web/components/staff/use-instructors.ts';
import { toast } from '#web/components/ui/toast.ts';
import { post } from '#web/lib/http.ts';
import { toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { RateFields } from './rate-fields.tsx';
import { createNewRate, type RateFormBody, type RateFormValues, rateForm } from './rate-form-values.ts';
import { ratesPath } from './use-rates.ts';

/** Sets what an instructor's classes pay from a day on. */
export function AddRateForm({ instructors }: { instructors: readonly Instructor[] }) {
  const { mutate } = useSWRConfig();
  const today = toLondonDate(useStudioNow());
  const { form, frame } = useCreateForm<RateFormValues, RateFormBody>({
    resolver: zodResolver(rateForm),
    defaultValues: createNewRate(today),
    fields: ['classType', 'basePence', 'perHeadPence', 'above', 'validFrom'],
    failureToast: staffMessages.rateFailed,
    create: async ({ instructorId, ...rate }, { reset }) => {
      await post<unknown>(`${instructorsPath}/${instructorId}/rates`, rate);
      toast(staffMessages.rateSaved);
      reset(createNewRate(today));
      await mutate(ratesPath);
    },
  });
  return (
    <CreateForm label="Add a rate" submitLabel="Save rate" busyLabel="Saving..." {...frame}>
      <RateFields form={form} instructors={instructors} />
    </CreateForm>
  );
}
