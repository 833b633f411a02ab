import { type FormEvent, useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { TemplateClass } from '../../../../services/contract/admin-templates.ts';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { toast } from '../../components/ui/toast.ts';
import { request } from '../../lib/http.ts';
import { bodyOf, draftOf, TemplateClassFields } from './template-class-fields.tsx';
import { refreshTemplates, templateClassesPath } from './use-templates.ts';
import { dayName } from './weekdays.ts';

type EditTemplateClassDialogProps = { templateClass: TemplateClass; onClose: () => void };

/** Changes a class of a template. */
export function EditTemplateClassDialog({ templateClass, onClose }: EditTemplateClassDialogProps) {
  const formId = useId();
  const { mutate } = useSWRConfig();
  const [draft, setDraft] = useState(() => draftOf(templateClass));
  const [busy, setBusy] = useState(false);
  const body = bodyOf(draft);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (body === undefined) return;
    setBusy(true);
    try {
      await request(`${templateClassesPath}/${templateClass.id}`, { method: 'PUT', body });
      toast(staffMessages.updated('template class'));
      await refreshTemplates(mutate);
      onClose();
    } catch (cause) {
      toast(staffMessages.updateFailed('template class', cause));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Edit ${dayName(templateClass.dayOfWeek)}, ${templateClass.time}`}
      description="It counts for weeks to come. Classes that are on the timetable already stay as they are."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {busy ? 'Saving...' : 'Save changes'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-x-5 gap-y-4 py-1 sm:grid-cols-2"
      >
        <TemplateClassFields
          draft={draft}
          onChange={setDraft}
          instructorError={body === undefined ? 'Please select an instructor' : undefined}
          instructorName={templateClass.instructorName}
        />
      </form>
    </Dialog>
  );
}
