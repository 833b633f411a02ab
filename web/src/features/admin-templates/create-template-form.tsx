import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import type { WeeklyTemplate } from '#services/contract/admin-templates.ts';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
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
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<TemplateFormValues, unknown, TemplateFormBody>({
    resolver: zodResolver(templateForm),
    defaultValues: { name: '', description: '' },
  });
  const idempotentPost = useIdempotentPost();
  const { handleSubmit, setError, reset, formState } = form;
  const { isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      const { template } = await idempotentPost<{ template?: WeeklyTemplate }>(templatesPath, body);
      toast(staffMessages.created('template'));
      reset();
      await refreshTemplates(mutate);
      if (template) onCreated(template.id);
    } catch (cause) {
      const fieldErrors = setFieldErrors(cause, ['name', 'description'], setError);
      if (fieldErrors > 0) return;
      toast(staffMessages.createFailed('template'));
      setFailure(cause);
    }
  });

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Create a template"
      className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-4 md:p-5"
    >
      <TemplateFields form={form} hasLabel={false} />
      <FailureReason cause={failure} />
      <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
        {isSubmitting ? 'Creating...' : 'Create template'}
      </Button>
    </form>
  );
}
