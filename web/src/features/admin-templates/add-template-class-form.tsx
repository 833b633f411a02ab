import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast.ts';
import { useIdempotentPost } from '../../lib/use-idempotent-post.ts';
import { bodyOf, newTemplateClass, TemplateClassFields } from './template-class-fields.tsx';
import { refreshTemplates, templateClassesPath } from './use-templates.ts';

/** Another class for a template. What was chosen stays for the next one: a week has many that differ in little. */
export function AddTemplateClassForm({ templateId }: { templateId: number }) {
  const { mutate } = useSWRConfig();
  const [draft, setDraft] = useState(newTemplateClass);
  const [wasSent, setWasSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const idempotentPost = useIdempotentPost();
  const body = bodyOf(draft);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (body === undefined) return;
    setBusy(true);
    try {
      await idempotentPost<unknown>(templateClassesPath, { templateId, ...body });
      toast(staffMessages.created('template class'));
      setWasSent(false);
      await refreshTemplates(mutate);
    } catch (cause) {
      toast(staffMessages.createFailed('template class', cause));
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
          instructorError={wasSent && body === undefined ? 'Please select an instructor' : undefined}
        />
      </div>
      <Button type="submit" busy={busy} className="self-start max-sm:w-full">
        {busy ? 'Adding...' : 'Add class'}
      </Button>
    </form>
  );
}
