import { useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminMember, AdminMembersAnswer } from '#services/contract/admin-members.ts';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useRead } from '#web/lib/use-read.ts';
import { addMemberToClass } from '../timetable/add-member-to-class.ts';
import { findMembers } from './find-members.ts';
import { refreshTimetable } from './use-timetable.ts';

type AddMemberProps = {
  scheduledClass: AdminClass;
  /** The ids of the members who are booked. */
  booked: ReadonlySet<string>;
};

/** Finds members by name, email or phone, and adds them to the class. */
export function AddMember({ scheduledClass, booked }: AddMemberProps) {
  const { mutate } = useSWRConfig();
  const listId = useId();
  const [search, setSearch] = useState('');
  const [addingId, setAddingId] = useState<string | null>(null);
  // The list is long, so it is loaded once a search begins.
  const { data } = useRead<AdminMembersAnswer>(search === '' ? null : '/api/admin/members');
  const found = findMembers(data?.members ?? [], search, booked);
  const isSearching = search.trim().length >= 2 && data !== undefined;

  const add = async ({ id }: AdminMember) => {
    setAddingId(id);
    try {
      const added = await addMemberToClass(scheduledClass, id);
      if (added) {
        toast(staffMessages.memberAddedToClass);
        setSearch('');
      }
      await refreshTimetable(mutate);
    } catch (cause) {
      toast(staffMessages.addToClassFailed(cause));
    } finally {
      setAddingId(null);
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
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
      </Field>
      <div id={listId} aria-live="polite">
        {isSearching && found.length === 0 && (
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
                  busy={addingId === member.id}
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
