import { zodResolver } from '@hookform/resolvers/zod';
import { useSWRConfig } from 'swr';
import { CreateForm } from '#web/components/staff/create-form.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useCreateForm } from '#web/components/staff/use-create-form.ts';
import { toast } from '#web/components/ui/toast.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { PassFields } from './pass-fields.tsx';
import { newPass, type PassFormBody, type PassFormValues, passForm } from './pass-form-values.ts';
import { passesPath, refreshPasses } from './use-passes.ts';

export function CreatePassForm() {
  const { mutate } = useSWRConfig();
  const idempotentPost = useIdempotentPost();
  const { form, frame } = useCreateForm<PassFormValues, PassFormBody>({
    resolver: zodResolver(passForm),
    defaultValues: newPass,
    fields: ['name', 'classes', 'price', 'description', 'validity'],
    failureToast: staffMessages.createFailed('class pass'),
    create: async (body, { reset }) => {
      await idempotentPost<unknown>(passesPath, body);
      toast(staffMessages.created('class pass'));
      reset(newPass);
      await refreshPasses(mutate);
    },
  });
  return (
    <CreateForm label="Create a pass" submitLabel="Create pass" busyLabel="Creating..." {...frame}>
      <PassFields form={form} proposesValidity />
    </CreateForm>
  );
}
