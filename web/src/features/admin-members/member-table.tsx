import { CalendarPlus, type LucideIcon, Ticket } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminMember } from '#services/contract/admin-members.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { ActionMenu } from '#web/components/ui/action-menu.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { toLondonDate } from '#web/lib/london-time.ts';
import { getPersonPath } from '#web/lib/person-path.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { AddToClassDialog } from './add-to-class-dialog.tsx';
import { AdjustPassesDialog } from './adjust-passes-dialog.tsx';
import { MemberBookingsDialog } from './member-bookings-dialog.tsx';
import { createMemberColumns } from './member-columns.tsx';
import { MemberPassesDialog } from './member-passes-dialog.tsx';

type Action = 'passes' | 'class' | 'bookings' | 'purchases';

interface OpenDialog {
  readonly action: Action;
  readonly memberId: string;
}

type RowButtonProps = {
  icon: LucideIcon;
  label: string;
  /** Names the row's member to screen readers. */
  about: string;
  disabled?: boolean;
  onClick: () => void;
};

const RowButton = ({ icon: Icon, label, about, ...rest }: RowButtonProps) => (
  <Button
    variant="quiet"
    size="sm"
    className="whitespace-nowrap px-2.5 disabled:bg-transparent! max-md:px-2"
    {...rest}
  >
    <Icon aria-hidden="true" className="size-4.5" />
    {label}
    <span className="sr-only"> {about}</span>
  </Button>
);

/** The members with their dialogs. */
export function MemberTable({ members }: { members: readonly AdminMember[] }) {
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
          label="Add to class"
          about={passes > 0 ? `for ${name}` : `for ${name}: no passes`}
          disabled={passes === 0}
          onClick={open('class')}
        />
        <ActionMenu
          label={`More for ${name}`}
          entries={[
            { label: 'Bookings', onSelect: open('bookings') },
            { label: 'Purchases', onSelect: open('purchases') },
            { label: 'Open the page', to: getPersonPath(id) },
          ]}
        />
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
    </>
  );
}
