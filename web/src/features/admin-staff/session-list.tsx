import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { StaffOpenSession } from '#services/contract/staff.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { staffRoleTexts } from '#web/components/staff/staff-roles.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { request } from '#web/lib/http.ts';
import { formatDate, formatTime } from '#web/lib/london-time.ts';
import { sessionsPath } from './use-staff.ts';

const describePerson = ({ name }: StaffOpenSession): string => name ?? 'Shared password';
const describeInstant = (at: string): string => `${formatDate(at)}, ${formatTime(at)}`;

const columns: readonly Column<StaffOpenSession>[] = [
  {
    id: 'who',
    header: 'Who',
    value: describePerson,
    cell: (session) => (
      <span className="font-medium">
        {describePerson(session)}
        {session.isThis && <span className="font-normal text-ink-muted"> (this one)</span>}
      </span>
    ),
  },
  { id: 'role', header: 'Role', value: ({ role }) => staffRoleTexts[role].name },
  { id: 'browser', header: 'Browser', value: ({ browser }) => browser },
  { id: 'from', header: 'From', value: ({ from }) => `Address ${from}` },
  {
    id: 'since',
    header: 'Since',
    value: ({ openedAt }) => openedAt,
    cell: ({ openedAt }) => describeInstant(openedAt),
    isSearched: false,
  },
  {
    id: 'used',
    header: 'Last used',
    value: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => describeInstant(lastUsedAt),
    isSearched: false,
  },
];

type EndDialogProps = { session: StaffOpenSession; onClose: () => void };

function EndDialog({ session, onClose }: EndDialogProps) {
  const { mutate } = useSWRConfig();
  const [isEnding, setIsEnding] = useState(false);
  const who = describePerson(session);
  const end = async () => {
    setIsEnding(true);
    try {
      await request(`${sessionsPath}/${session.id}`, { method: 'DELETE' });
      toast(staffMessages.sessionEnded(who));
    } catch (cause) {
      toast(staffMessages.endSessionFailed(cause));
    }
    // The own session is refused from here on, which opens the sign-in form.
    await mutate(sessionsPath);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={session.isThis ? 'End your own session?' : `End the session of ${who}?`}
      text={
        session.isThis
          ? 'You are signed out here, and sign in again to go on.'
          : `${session.browser} is signed out at once. Someone with the password can sign in again.`
      }
      confirmLabel="End session"
      cancelLabel="Leave it open"
      tone="danger"
      busy={isEnding}
      onConfirm={() => void end()}
    />
  );
}

/** The open sessions of staff, each of which can be ended. */
export function SessionList({ sessions }: { sessions: readonly StaffOpenSession[] }) {
  const [ending, setEnding] = useState<StaffOpenSession | null>(null);
  return (
    <>
      <DataTable
        caption="Sessions"
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        sortedBy={{ id: 'used', desc: true }}
        csvName="staff-sessions"
        searchLabel="Search sessions"
        pageSize={10}
        empty="Nobody is signed in"
        noMatch="No sessions found matching the search"
        actions={(session) => (
          <Button
            variant="quietDanger"
            size="sm"
            aria-label={`End the session of ${describePerson(session)}, ${session.browser}`}
            onClick={() => setEnding(session)}
          >
            End
          </Button>
        )}
      />
      {ending && <EndDialog key={ending.id} session={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
