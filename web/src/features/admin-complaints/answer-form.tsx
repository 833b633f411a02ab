import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { complaintAnswerBody } from '#services/contract/complaints.ts';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { complaintsPath } from './complaints-path.ts';

type AnswerFormProps = { complaintId: number; label: string; onAnswered: () => void };

/** Emails an answer to the person who complained; it is stored with the complaint. */
export function AnswerForm({ complaintId, label, onAnswered }: AnswerFormProps) {
  const { mutate } = useSWRConfig();
  const idempotentPost = useIdempotentPost();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>();
  const { busy, failure, run } = useSubmission(staffMessages.answerComplaintFailed);
  useUnsavedChanges(text.trim() !== '');

  const send = () =>
    run(async () => {
      await idempotentPost<unknown>(`${complaintsPath}/${complaintId}/answer`, { text });
      setText('');
      toast(staffMessages.complaintAnswered);
      await mutate(complaintsPath);
      onAnswered();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const issue = complaintAnswerBody.shape.text.safeParse(text).error?.issues[0]?.message;
    setError(issue);
    if (issue === undefined) void send();
  };
  return (
    <form noValidate className="flex flex-col items-start gap-3" onSubmit={submit}>
      <div className="w-full">
        <Field label={label} hint="It is sent by email, and can’t be changed later." error={error}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      </div>
      <FailureReason cause={failure} />
      <Button type="submit" size="sm" busy={busy}>
        {busy ? 'Sending...' : 'Send answer'}
      </Button>
    </form>
  );
}
