import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { isSameDraft } from '#web/components/staff/class-draft.ts';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { createTemplateClassDraft, TemplateClassFields, toRequestBody } from './template-class-fields.tsx';
import { refreshTemplates, templateClassesPath } from './use-templates.ts';

/** Adds a class to a template. The fields keep their values, because the next class often differs in little. */
export function AddTemplateClassForm({ templateId }: { templateId: number }) {
  const { mutate } = useSWRConfig();
  const [failure, setFailure] = useState<unknown>(null);
  const [draft, setDraft] = useState(createTemplateClassDraft);
  const [savedDraft, setSavedDraft] = useState(draft);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const idempotentPost = useIdempotentPost();
  const body = toRequestBody(draft);
  useUnsavedChanges(!isSameDraft(draft, savedDraft), busy);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (body === undefined) return;
    setBusy(true);
    setFailure(null);
    try {
      await idempotentPost<unknown>(templateClassesPath, { templateId, ...body });
      toast(staffMessages.created('template class'));
      setIsSubmitted(false);
      setSavedDraft(draft);
      await refreshTemplates(mutate);
    } catch (cause) {
      toast(staffMessages.createFailed('template class'));
      setFailure(cause);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Add a class to the template"
      className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-4 md:p-5"
    >
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-5">
        <TemplateClassFields
          draft={draft}
          onChange={setDraft}
          instructorError={isSubmitted && body === undefined ? 'Please select an instructor' : undefined}
        />
      </div>
      <FailureReason cause={failure} />
      <Button type="submit" busy={busy} className="self-start max-sm:w-full">
        {busy ? 'Adding...' : 'Add class'}
      </Button>
    </form>
  );
}
