import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { InviteForm } from './invite-form.tsx';
import { SignInList } from './sign-in-list.tsx';
import { StaffList } from './staff-list.tsx';
import { useSignIns, useStaff } from './use-staff.ts';

/** The staff's accounts and sign-ins. */
export const StaffTab = () => (
  <div className="flex flex-col gap-10">
    <Panel
      title="Staff accounts"
      intro="Everyone can have an account of their own, beside the shared passwords: what they do is then kept under their name."
    >
      <InviteForm />
      <Loadable what="staff" read={useStaff()} height="h-56">
        {({ staff }) => <StaffList staff={staff} />}
      </Loadable>
    </Panel>
    <Panel
      title="Sign-ins"
      intro="The latest tries at the staff doors. Ten wrong passwords shut a door for 15 minutes. Addresses are shown as a mark of their own, never as they are."
    >
      <Loadable what="sign-ins" read={useSignIns()} height="h-56">
        {({ attempts }) => <SignInList attempts={attempts} />}
      </Loadable>
    </Panel>
  </div>
);
