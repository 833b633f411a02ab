import { zodResolver } from '@hookform/resolvers/zod';
import { useSWRConfig } from 'swr';
import type { WeeklyTemplate } from '#services/contract/admin-templates.ts';
import { CreateForm } from '#web/components/staff/create-form.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useCreateForm } from '#web/components/staff/use-create-form.ts';
import { toast } from '#web/components/ui/toast.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import {
  TemplateFields,
  type TemplateFormBody,
  type TemplateFormValues,
  templateForm,
} from './template-fields.tsx';
import { refreshTemplates, templatesPath } from './use-templates.ts';

/** Creates a template without classes. */
export function CreateTemplateForm({ onCreated }: { onCreated: (templateId: number) => void }) {
  const { mutate } = useSWRConfig();
  const idempotentPost = useIdempotentPost();
  const { form, frame } = useCreateForm<TemplateFormValues, TemplateFormBody>({
    resolver: zodResolver(templateForm),
    defaultValues: { name: '', description: '' },
    fields: ['name', 'description'],
    failureToast: staffMessages.createFailed('template'),
    create: async (body, { reset }) => {
      const { template } = await idempotentPost<{ template?: WeeklyTemplate }>(templatesPath, body);
      toast(staffMessages.created('template'));
      reset();
      await refreshTemplates(mutate);
      if (template) onCreated(template.id);
    },
  });
  return (
    <CreateForm label="Create a template" submitLabel="Create template" busyLabel="Creating..." {...frame}>
      <TemplateFields form={form} hasLabel={false} />
    </CreateForm>
  );
}
