import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import type { WeeklyTemplate } from '#services/contract/admin-templates.ts';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useFormFailure } from '#web/components/staff/use-form-failure.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { pickSeenTemplate } from './seen-template.ts';
import {
  TemplateFields,
  type TemplateFormBody,
  type TemplateFormValues,
  templateForm,
} from './template-fields.tsx';
import { refreshTemplates, templatesPath } from './use-templates.ts';

type EditTemplateDialogProps = { template: WeeklyTemplate; onClose: () => void };

/** Changes the name, description and label of a template. */
export function EditTemplateDialog({ template, onClose }: EditTemplateDialogProps) {
  const { mutate } = useSWRConfig();
  const { send, question } = useSeenEdit();
  const { name, description, isActive } = template;
  const form = useForm<TemplateFormValues, unknown, TemplateFormBody>({
    resolver: zodResolver(templateForm),
    defaultValues: { name, description, isActive },
  });
  const { handleSubmit, setError, formState } = form;
  const { isSubmitting, isDirty } = formState;
  const { failure, clearFailure, showFailure } = useFormFailure(
    setError,
    ['name', 'description', 'isActive'],
    staffMessages.updateFailed('template'),
  );

  const submit = handleSubmit(async (body) => {
    clearFailure();
    try {
      const path = `${templatesPath}/${template.id}`;
      const answer = await send({ path, method: 'PUT', body }, pickSeenTemplate(template), onClose);
      if (answer === null) return;
      toast(staffMessages.updated('template'));
      await refreshTemplates(mutate);
      onClose();
    } catch (cause) {
      showFailure(cause);
    }
  });

  return (
    <FormDialog
      title={`Edit ${name}`}
      size="lg"
      busy={isSubmitting}
      isUnsaved={isDirty}
      failure={failure}
      className="py-1"
      onSubmit={submit}
      onClose={onClose}
    >
      <TemplateFields form={form} hasLabel />
      {question}
    </FormDialog>
  );
}
