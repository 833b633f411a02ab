import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { instructorsPath } from '#web/components/staff/use-instructors.ts';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';

export function AddInstructorForm() {
  const { mutate } = useSWRConfig();
  const [name, setName] = useState('');
  const [prenatalSuitable, setPrenatalSuitable] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { busy, failure, run } = useSubmission(() => staffMessages.createFailed('instructor'));
  const idempotentPost = useIdempotentPost();
  useUnsavedChanges(name !== '' || prenatalSuitable, busy);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (name.trim() === '') return;
    await run(async () => {
      await idempotentPost<unknown>(instructorsPath, { name: name.trim(), prenatalSuitable });
      toast(staffMessages.created('instructor'));
      setName('');
      setPrenatalSuitable(false);
      setIsSubmitted(false);
      await mutate(instructorsPath);
    });
  };

  return (
    <form
      noValidate
      aria-label="Add an instructor"
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-x-6 gap-y-3 rounded-card border border-sand bg-surface p-4 md:grid-cols-[minmax(0,24rem)_auto_1fr] md:p-5"
    >
      <Field
        label="Name"
        error={isSubmitted && name.trim() === '' ? 'Instructor name is required' : undefined}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={120}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Checkbox
        label="Suitable for pre & post natal"
        checked={prenatalSuitable}
        onCheckedChange={setPrenatalSuitable}
        className="md:mt-8"
      />
      <Button
        type="submit"
        busy={busy}
        className="min-h-12! max-sm:w-full sm:max-md:justify-self-start md:mt-[1.975rem] md:justify-self-end"
      >
        {busy ? 'Adding...' : 'Add Instructor'}
      </Button>
      <div className="empty:hidden md:col-span-3">
        <FailureReason cause={failure} />
      </div>
    </form>
  );
}
