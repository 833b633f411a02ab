import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Tabs, useTab } from '#web/components/staff/tabs.tsx';
import { InviteForm } from './invite-form.tsx';
import { SessionsView } from './sessions-view.tsx';
import { SignInList } from './sign-in-list.tsx';
import { StaffList } from './staff-list.tsx';
import { useSignIns, useStaff } from './use-staff.ts';

const views = [
  { id: 'accounts', label: 'Accounts' },
  { id: 'sessions', label: 'Sessions' },
] as const;

const AccountsView = () => (
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
      intro="The latest tries at the staff doors. Wrong passwords make the next try from there wait, up to 15 minutes; a browser that signed in here before waits only for its own. Addresses are shown as a mark of their own, never as they are."
    >
      <Loadable what="sign-ins" read={useSignIns()} height="h-56">
        {({ attempts }) => <SignInList attempts={attempts} />}
      </Loadable>
    </Panel>
  </div>
);

/** The staff's accounts, sign-ins and sessions. */
export const StaffTab = () => {
  const view = useTab('view', views);
  return (
    <div className="flex flex-col gap-6">
      <Tabs label="Staff" tabs={views} current={view} param="view" variant="sub" />
      {view === 'sessions' ? <SessionsView /> : <AccountsView />}
    </div>
  );
};
