import { useId, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { AdminMember, AdminMembersAnswer } from '../../../../services/contract/admin-members.ts';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { toast } from '../../components/ui/toast.ts';
import { post } from '../../lib/http.ts';
import { formatCount } from '../../lib/numbers.ts';
import { findMembers } from './find-members.ts';
import { refreshTimetable } from './use-timetable.ts';

type AddMemberProps = {
  classId: number;
  /** Who has a place already. */
  booked: ReadonlySet<string>;
};

/** Finds a member by name, email or phone and puts them into the class. */
export function AddMember({ classId, booked }: AddMemberProps) {
  const { mutate } = useSWRConfig();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [adding, setAdding] = useState<string | null>(null);
  // The list is long: it is fetched once someone begins to look for a name.
  const { data } = useSWR<AdminMembersAnswer | undefined, Error>(typed === '' ? null : '/api/admin/members');
  const found = findMembers(data?.members ?? [], typed, booked);
  const isLooking = typed.trim().length >= 2 && data !== undefined;

  const add = async ({ id }: AdminMember) => {
    setAdding(id);
    try {
      await post('/api/admin/add-member-to-class', { userId: id, classId });
      toast(staffMessages.memberAddedToClass);
      setTyped('');
      await refreshTimetable(mutate);
    } catch (cause) {
      toast(staffMessages.addToClassFailed(cause));
    } finally {
      setAdding(null);
    }
  };

  return (
    <div className="flex max-w-xl flex-col gap-2">
      <Field label="Add a member" hint="Name, email or phone. It takes one of their passes.">
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            aria-controls={listId}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <div id={listId} aria-live="polite">
        {isLooking && found.length === 0 && (
          <p className="text-ink-muted">No members found matching the search</p>
        )}
        {found.length > 0 && (
          <ul className="divide-y divide-sand rounded-card border border-sand bg-surface">
            {found.map((member) => (
              <li key={member.id} className="flex items-center justify-between gap-3 px-4 py-1.5">
                <span className="min-w-0">
                  <span className="block truncate font-medium">{member.name}</span>
                  <span className="block truncate text-ink-muted text-sm">
                    {member.email} · {formatCount(member.passes, 'pass', 'passes')}
                  </span>
                </span>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Add ${member.name}`}
                  disabled={member.passes === 0}
                  busy={adding === member.id}
                  onClick={() => void add(member)}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
