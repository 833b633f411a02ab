import type { ReactNode } from 'react';
import type { StaffRole } from '#services/contract/staff.ts';
import { staffRoleTexts } from '#web/components/staff/staff-roles.ts';
import { Card } from '#web/components/ui/card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { useClosingNotice, useStaffSession } from '#web/lib/staff-session.ts';
import { GateForm } from './gate-form.tsx';
import { SecondFactorNeeded } from './second-factor-needed.tsx';
import { useGateForm } from './use-gate-form.ts';

const gateTexts: Readonly<Record<StaffRole, { readonly title: string; readonly text: string }>> = {
  admin: { title: 'Admin Dashboard', text: 'For the studio’s admins. Enter the admin password.' },
  instructor: { title: 'Instructor Dashboard', text: 'For instructors. Enter the instructors’ password.' },
  auditor: { title: 'Auditor’s Desk', text: 'For auditors. Enter the auditors’ password.' },
};

const wayTexts = {
  account: 'Sign in with the account that you made from your invitation.',
  forgot: 'Enter the email of your own account, and we send you a link to choose a new password.',
};

type SignInProps = { staffRole: StaffRole; currentRole: StaffRole | undefined };

function SignIn({ staffRole, currentRole }: SignInProps) {
  const form = useGateForm(staffRole);
  const { title, text } = gateTexts[staffRole];
  const closingNotice = useClosingNotice();
  return (
    <div className="mx-auto max-w-md py-6 md:py-14">
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <p className="mt-2 text-ink-muted">{form.way === 'shared' ? text : wayTexts[form.way]}</p>
      {closingNotice !== null && <Notice className="mt-5">{closingNotice}</Notice>}
      {currentRole !== undefined && (
        <Notice className="mt-5">
          You are signed in as {staffRoleTexts[currentRole].withArticle}, and this page is not for you. Sign
          in here as someone else, or log out.
        </Notice>
      )}
      <Card className="mt-6">
        <GateForm staffRole={staffRole} form={form} />
      </Card>
    </div>
  );
}

type StaffGateProps = { staffRole: StaffRole; children: ReactNode };

/** Renders its content for staff of the role and for admins, and a sign-in form for everyone else. */
export function StaffGate({ staffRole, children }: StaffGateProps) {
  const session = useStaffSession();
  const currentRole = session?.role;
  if (session?.needsSecondFactor) return <SecondFactorNeeded session={session} />;
  if (currentRole === staffRole || currentRole === 'admin') return children;
  return <SignIn staffRole={staffRole} currentRole={currentRole} />;
}
