import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { maxNoteLength } from '#services/contract/note-length.ts';
import type { Person } from '#services/contract/person.ts';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { NothingYet, OlderLeftOut, PersonSection } from './person-section.tsx';

function NoteForm({ memberId }: { memberId: string }) {
  const { mutate } = useSWRConfig();
  const idempotentPost = useIdempotentPost();
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { busy, failure, run } = useSubmission(staffMessages.addNoteFailed);
  useUnsavedChanges(text.trim() !== '');

  const add = () =>
    run(async () => {
      await idempotentPost<unknown>(`/api/admin/members/${memberId}/notes`, { text });
      setText('');
      toast(staffMessages.noteAdded);
      await refreshPeople(mutate);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(text.trim() === '');
    if (text.trim() !== '') void add();
  };
  return (
    <form noValidate className="flex flex-col items-start gap-3" onSubmit={submit}>
      <div className="w-full">
        <Field
          label="Add a note"
          hint="The member can ask to read this. It can’t be changed later."
          error={isMissing ? 'Please write the note' : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={text}
              maxLength={maxNoteLength}
              onChange={(event) => {
                setText(event.target.value);
                setIsMissing(false);
              }}
            />
          )}
        </Field>
      </div>
      <FailureReason cause={failure} />
      <Button type="submit" size="sm" busy={busy}>
        {busy ? 'Adding...' : 'Add note'}
      </Button>
    </form>
  );
}

/** What staff wrote about the member, the newest first. */
export const NotesSection = ({ member, notes }: Pick<Person, 'member' | 'notes'>) => (
  <PersonSection id="notes" title="Notes" count={notes.total}>
    <NoteForm memberId={member.id} />
    {notes.total === 0 && <NothingYet>No notes yet.</NothingYet>}
    {notes.total > 0 && (
      <ul className="divide-y divide-sand">
        {notes.entries.map(({ id, text, by, at }) => (
          <li key={id} className="py-3">
            <p className="max-w-prose whitespace-pre-line break-words">{text}</p>
            <p className="tabular mt-1 text-ink-muted text-sm">
              {by}, {formatDayTime(at)}
            </p>
          </li>
        ))}
      </ul>
    )}
    <OlderLeftOut total={notes.total} shown={notes.entries.length} />
  </PersonSection>
);
