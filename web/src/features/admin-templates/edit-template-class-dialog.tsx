import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { TemplateClass } from '#services/contract/admin-templates.ts';
import { isSameDraft } from '#web/components/staff/class-draft.ts';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { toast } from '#web/components/ui/toast.ts';
import { pickSeenTemplateClass, templateClassTexts } from './seen-template.ts';
import { TemplateClassFields, toDraft, toRequestBody } from './template-class-fields.tsx';
import { refreshTemplates, templateClassesPath } from './use-templates.ts';
import { getDayName } from './weekdays.ts';

type EditTemplateClassDialogProps = { templateClass: TemplateClass; onClose: () => void };

/** Changes a class of a template. */
export function EditTemplateClassDialog({ templateClass, onClose }: EditTemplateClassDialogProps) {
  const { mutate } = useSWRConfig();
  const { send, question } = useSeenEdit(templateClassTexts);
  const [draft, setDraft] = useState(() => toDraft(templateClass));
  const [initialDraft] = useState(draft);
  const { busy, failure, run } = useSubmission(() => staffMessages.updateFailed('template class'));
  const body = toRequestBody(draft);

  const submit = async () => {
    if (body === undefined) return;
    await run(async () => {
      const path = `${templateClassesPath}/${templateClass.id}`;
      const answer = await send({ path, method: 'PUT', body }, pickSeenTemplateClass(templateClass), onClose);
      if (answer === null) return;
      toast(staffMessages.updated('template class'));
      await refreshTemplates(mutate);
      onClose();
    });
  };

  return (
    <FormDialog
      title={`Edit ${getDayName(templateClass.dayOfWeek)}, ${templateClass.time}`}
      description="It counts for weeks to come. Classes that are on the timetable already stay as they are."
      busy={busy}
      failure={failure}
      isUnsaved={!isSameDraft(draft, initialDraft)}
      className="grid gap-x-5 gap-y-4 py-1 sm:grid-cols-2"
      onSubmit={submit}
      onClose={onClose}
    >
      <TemplateClassFields
        draft={draft}
        onChange={setDraft}
        instructorError={body === undefined ? 'Please select an instructor' : undefined}
        instructorName={templateClass.instructorName}
      />
      {question}
    </FormDialog>
  );
}
