import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import type { WeeklyTemplate } from '../../../../services/contract/admin-templates.ts';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { toast } from '../../components/ui/toast.ts';
import { setFieldErrors } from '../../lib/field-errors.ts';
import { request } from '../../lib/http.ts';
import {
  TemplateFields,
  type TemplateFormBody,
  type TemplateFormValues,
  templateForm,
} from './template-fields.tsx';
import { refreshTemplates, templatesPath } from './use-templates.ts';

type EditTemplateDialogProps = { template: WeeklyTemplate; onClose: () => void };

/** Changes what a template is called and its label. */
export function EditTemplateDialog({ template, onClose }: EditTemplateDialogProps) {
  const formId = useId();
  const { mutate } = useSWRConfig();
  const { name, description, isActive } = template;
  const form = useForm<TemplateFormValues, unknown, TemplateFormBody>({
    resolver: zodResolver(templateForm),
    defaultValues: { name, description, isActive },
  });
  const { handleSubmit, setError, formState } = form;

  const submit = handleSubmit(async (body) => {
    try {
      await request(`${templatesPath}/${template.id}`, { method: 'PUT', body });
      toast(staffMessages.updated('template'));
      await refreshTemplates(mutate);
      onClose();
    } catch (cause) {
      const placed = setFieldErrors(cause, ['name', 'description', 'isActive'], setError);
      if (placed === 0) toast(staffMessages.updateFailed('template', cause));
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Edit ${name}`}
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" form={formId} busy={formState.isSubmitting}>
            {formState.isSubmitting ? 'Saving...' : 'Save changes'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="py-1">
        <TemplateFields form={form} hasLabel />
      </form>
    </Dialog>
  );
}
