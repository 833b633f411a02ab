import { useState } from 'react';
import type { RatesAnswer } from '#services/contract/pay.ts';
import type { Instructor } from '#services/contract/schedule.ts';
import type { StaffAccount } from '#services/contract/staff.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useStaff } from '../admin-staff/use-staff.ts';
import { AccountDialog } from './account-dialog.tsx';

const describeAccount = (account: StaffAccount | undefined): string =>
  account === undefined ? 'None' : (account.name ?? account.email);

type OwnPayPanelProps = { instructors: readonly Instructor[]; links: RatesAnswer['accounts'] };

/** Which account sees each instructor's own pay. */
export function OwnPayPanel({ instructors, links }: OwnPayPanelProps) {
  const [choosing, setChoosing] = useState<Instructor | null>(null);
  const accounts = (useStaff().data?.staff ?? []).filter(({ status }) => status !== 'removed');
  const findStaffId = ({ id }: Instructor) =>
    links.find(({ instructorId }) => instructorId === id)?.staffId ?? null;
  const nameAccount = (row: Instructor) =>
    describeAccount(accounts.find(({ id }) => id === findStaffId(row)));
  return (
    <Panel
      title="Own pay"
      intro="An instructor who signs in with an account of their own can see what their classes pay, under Classes, once you choose the account here. Nobody sees it under the shared password."
    >
      <DataTable
        caption="Accounts of instructors"
        columns={[
          { id: 'name', header: 'Instructor', value: ({ name }) => name },
          { id: 'account', header: 'Account', value: nameAccount },
        ]}
        rows={instructors}
        rowKey={({ id }) => id}
        empty="No instructors added yet"
        actions={(row) => (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Choose account of ${row.name}`}
            onClick={() => setChoosing(row)}
          >
            Choose account
          </Button>
        )}
      />
      {choosing && (
        <AccountDialog
          instructor={choosing}
          staffId={findStaffId(choosing)}
          accounts={accounts}
          onClose={() => setChoosing(null)}
        />
      )}
    </Panel>
  );
}
