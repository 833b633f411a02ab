import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { isSameDraft } from '#web/components/staff/class-draft.ts';
import { CreateForm } from '#web/components/staff/create-form.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { toast } from '#web/components/ui/toast.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { createTemplateClassDraft, TemplateClassFields, toRequestBody } from './template-class-fields.tsx';
import { refreshTemplates, templateClassesPath } from './use-templates.ts';

/** Adds a class to a template. The fields keep their values, because the next class often differs in little. */
export function AddTemplateClassForm({ templateId }: { templateId: number }) {
  const { mutate } = useSWRConfig();
  const [draft, setDraft] = useState(createTemplateClassDraft);
  const [savedDraft, setSavedDraft] = useState(draft);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { busy, failure, run } = useSubmission(() => staffMessages.createFailed('template class'));
  const idempotentPost = useIdempotentPost();
  const body = toRequestBody(draft);
  useUnsavedChanges(!isSameDraft(draft, savedDraft), busy);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (body === undefined) return;
    await run(async () => {
      await idempotentPost<unknown>(templateClassesPath, { templateId, ...body });
      toast(staffMessages.created('template class'));
      setIsSubmitted(false);
      setSavedDraft(draft);
      await refreshTemplates(mutate);
    });
  };

  return (
    <CreateForm
      label="Add a class to the template"
      submitLabel="Add class"
      busyLabel="Adding..."
      busy={busy}
      failure={failure}
      onSubmit={(event) => void submit(event)}
    >
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-5">
        <TemplateClassFields
          draft={draft}
          onChange={setDraft}
          instructorError={isSubmitted && body === undefined ? 'Please select an instructor' : undefined}
        />
      </div>
    </CreateForm>
  );
}
