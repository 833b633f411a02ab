import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { InviteForm } from './invite-form.tsx';
import { SignInList } from './sign-in-list.tsx';
import { StaffList } from './staff-list.tsx';
import { useSignIns, useStaff } from './use-staff.ts';

function Accounts() {
  const { data, error, mutate } = useStaff();
  if (data) return <StaffList staff={data.staff} />;
  if (error) return <LoadFailure what="staff" error={error} retry={() => void mutate()} />;
  return <Skeleton className="h-56" />;
}

function SignIns() {
  const { data, error, mutate } = useSignIns();
  if (data) return <SignInList attempts={data.attempts} />;
  if (error) return <LoadFailure what="sign-ins" error={error} retry={() => void mutate()} />;
  return <Skeleton className="h-56" />;
}

/** Who of the staff may come in, and who tried to. */
export const StaffTab = () => (
  <div className="flex flex-col gap-10">
    <Panel
      title="Staff accounts"
      intro="Everyone can have an account of their own, beside the shared passwords: what they do is then kept under their name."
    >
      <InviteForm />
      <Accounts />
    </Panel>
    <Panel
      title="Sign-ins"
      intro="The latest tries at the staff doors. Ten wrong passwords shut a door for 15 minutes. Addresses are shown as a mark of their own, never as they are."
    >
      <SignIns />
    </Panel>
  </div>
);
