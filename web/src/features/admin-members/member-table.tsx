import {
  CalendarDays,
  CalendarPlus,
  type LucideIcon,
  ReceiptPoundSterling,
  Ticket,
  Trash2,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminMember } from '#services/contract/admin-members.ts';
import { DeleteDialog } from '#web/components/staff/delete-dialog.tsx';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { toLondonDate } from '#web/lib/london-time.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { AddToClassDialog } from './add-to-class-dialog.tsx';
import { AdjustPassesDialog } from './adjust-passes-dialog.tsx';
import { MemberBookingsDialog } from './member-bookings-dialog.tsx';
import { createMemberColumns } from './member-columns.tsx';
import { MemberPassesDialog } from './member-passes-dialog.tsx';
import { membersPath } from './use-members.ts';

type Action = 'passes' | 'class' | 'bookings' | 'purchases' | 'delete';

interface OpenDialog {
  readonly action: Action;
  readonly memberId: string;
}

type RowButtonProps = {
  icon: LucideIcon;
  label: string;
  /** Names the row's member to screen readers. */
  about: string;
  danger?: boolean;
  disabled?: boolean;
  onClick: () => void;
};

/** An icon with a tooltip on wide screens, an icon with its label on phones. */
const RowButton = ({ icon: Icon, label, about, danger = false, ...rest }: RowButtonProps) => (
  <Tooltip content={label}>
    <Button
      variant={danger ? 'quietDanger' : 'quiet'}
      size="sm"
      className="disabled:bg-transparent! max-md:px-2 md:px-2.5"
      {...rest}
    >
      <Icon aria-hidden="true" className="size-4.5" />
      <span className="md:sr-only">{label}</span>
      <span className="sr-only"> {about}</span>
    </Button>
  </Tooltip>
);

/** The members with their dialogs. */
export function MemberTable({ members }: { members: readonly AdminMember[] }) {
  const { mutate } = useSWRConfig();
  // Columns that changed with each tick of the clock would sort thousands of rows again.
  const today = toLondonDate(useStudioNow());
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  // The member as in the current list, which is reloaded while a dialog is open.
  const member = members.find(({ id }) => id === opened?.memberId);
  const shown = opened && member ? { action: opened.action, member } : null;
  const columns = useMemo(() => createMemberColumns(today), [today]);
  const close = () => setOpened(null);

  const actions = ({ id, name, passes }: AdminMember) => {
    const open = (action: Action) => () => setOpened({ action, memberId: id });
    return (
      <>
        <RowButton icon={Ticket} label="Passes" about={`of ${name}`} onClick={open('passes')} />
        <RowButton
          icon={CalendarPlus}
          label={passes > 0 ? 'Add to class' : 'Add to class: no passes'}
          about={`for ${name}`}
          disabled={passes === 0}
          onClick={open('class')}
        />
        <RowButton icon={CalendarDays} label="Bookings" about={`of ${name}`} onClick={open('bookings')} />
        <RowButton
          icon={ReceiptPoundSterling}
          label="Purchases"
          about={`of ${name}`}
          onClick={open('purchases')}
        />
        <RowButton icon={Trash2} label="Delete" about={name} danger onClick={open('delete')} />
      </>
    );
  };

  return (
    <>
      <DataTable
        caption="Members"
        columns={columns}
        rows={members}
        rowKey={({ id }) => id}
        actions={actions}
        searchLabel="Search members"
        csvName="members"
        empty="No members registered yet"
        noMatch="No members found matching the search"
      />
      {shown?.action === 'passes' && <AdjustPassesDialog member={shown.member} onClose={close} />}
      {shown?.action === 'class' && <AddToClassDialog member={shown.member} onClose={close} />}
      {shown?.action === 'bookings' && <MemberBookingsDialog member={shown.member} onClose={close} />}
      {shown?.action === 'purchases' && <MemberPassesDialog member={shown.member} onClose={close} />}
      {shown?.action === 'delete' && (
        <DeleteDialog
          what="member"
          name={shown.member.name}
          path={`${membersPath}/${shown.member.id}`}
          confirmLabel="Delete member"
          cancelLabel="Keep member"
          onDeleted={() => refreshPeople(mutate)}
          onClose={close}
        />
      )}
    </>
  );
}
