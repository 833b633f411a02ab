import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { AdminMember } from '#services/contract/admin-members.ts';
import { DeleteDialog } from '#web/components/staff/delete-dialog.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { AddToClassDialog } from '../admin-members/add-to-class-dialog.tsx';
import { AdjustPassesDialog } from '../admin-members/adjust-passes-dialog.tsx';

type Action = 'passes' | 'class' | 'delete';

/** What staff can do for a member; deleting is offered here only. */
export function PersonActions({ member }: { member: AdminMember }) {
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  return (
    <section aria-label="Actions" className="flex flex-col gap-2">
      <Button size="sm" onClick={() => setAction('passes')}>
        Give or take passes
      </Button>
      <Button variant="secondary" size="sm" disabled={member.passes === 0} onClick={() => setAction('class')}>
        {member.passes === 0 ? 'Add to class: no passes' : 'Add to class'}
      </Button>
      <Button variant="quietDanger" size="sm" onClick={() => setAction('delete')}>
        Delete member
      </Button>
      {action === 'passes' && <AdjustPassesDialog member={member} onClose={close} />}
      {action === 'class' && <AddToClassDialog member={member} onClose={close} />}
      {action === 'delete' && (
        <DeleteDialog
          what="member"
          name={member.name}
          path={`/api/admin/members/${member.id}`}
          confirmLabel="Delete member"
          cancelLabel="Keep member"
          onDeleted={async () => {
            await refreshPeople(mutate);
            navigate('/admin?tab=members');
          }}
          onClose={close}
        />
      )}
    </section>
  );
}
