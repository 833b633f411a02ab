import { type FormEvent, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { createClassDraft, isSameDraft, parseCapacity } from '#web/components/staff/class-draft.ts';
import { ClassFields } from '#web/components/staff/class-fields.tsx';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { ClassWarnings } from './class-warnings.tsx';
import { classesPath, refreshTimetable, useClassWarnings } from './use-timetable.ts';

const firstTime = '06:00';

/** Adds a class to the chosen day, with warnings before it is added. */
export function AddClassForm({ date }: { date: string }) {
  const { mutate } = useSWRConfig();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => createClassDraft(firstTime));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { busy, failure, run } = useSubmission(() => staffMessages.createFailed('class'));
  const idempotentPost = useIdempotentPost();
  useUnsavedChanges(!isSameDraft(draft, createClassDraft(firstTime)), busy);
  const { warnings, isLoading } = useClassWarnings(draft, date);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    const { name, time, instructorId } = draft;
    if (instructorId === null) {
      form.current?.querySelectorAll('select')[2]?.focus();
      return;
    }
    await run(async () => {
      const maxCapacity = parseCapacity(draft.maxCapacity);
      const body = { name, date, time, instructorId, maxCapacity };
      await idempotentPost<unknown>(classesPath, body);
      toast(staffMessages.created('class'));
      setDraft(createClassDraft(firstTime));
      setIsSubmitted(false);
      await refreshTimetable(mutate);
    });
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Add New Class"
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-4 md:p-5"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[1.2fr_0.8fr_1.4fr_0.7fr_auto]">
        <ClassFields
          draft={draft}
          onChange={setDraft}
          instructorError={
            isSubmitted && draft.instructorId === null ? 'Please select an instructor' : undefined
          }
        />
        <Button
          type="submit"
          busy={busy || isLoading}
          className="mt-[1.975rem] min-h-12! max-xl:mt-0 max-sm:w-full sm:max-xl:justify-self-start"
        >
          {busy ? 'Adding...' : warnings.length > 0 ? 'Add all the same' : 'Add Class'}
        </Button>
      </div>
      <ClassWarnings warnings={warnings} />
      <FailureReason cause={failure} />
    </form>
  );
}
