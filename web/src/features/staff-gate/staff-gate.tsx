import { type ReactNode, useState } from 'react';
import type { StaffGateAnswer, StaffRole } from '#services/contract/staff.ts';
import { staffRoleTexts } from '#web/components/staff/staff-roles.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useClosingNotice, useStaffSession } from '#web/lib/staff-session.ts';
import { useRead } from '#web/lib/use-read.ts';
import { AccountSignInForm } from './account-sign-in-form.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { SecondFactorNeeded } from './second-factor-needed.tsx';
import { SharedPasswordForm } from './shared-password-form.tsx';

const gateTexts: Readonly<Record<StaffRole, { readonly title: string; readonly text: string }>> = {
  admin: { title: 'Admin Dashboard', text: 'For the studio’s admins. Enter the admin password.' },
  instructor: { title: 'Instructor Dashboard', text: 'For instructors. Enter the instructors’ password.' },
  auditor: { title: 'Auditor’s Desk', text: 'For auditors. Enter the auditors’ password.' },
};

/** What the sign-in shows. */
type Way = 'shared' | 'account' | 'forgot';

const wayTexts = {
  account: 'Sign in with the account that you made from your invitation.',
  forgot: 'Enter the email of your own account, and we send you a link to choose a new password.',
};
const otherWayTexts: Readonly<Record<Way, string>> = {
  shared: 'Use my own account',
  account: 'Use the shared password',
  forgot: 'Back to sign in',
};

type SignInProps = { staffRole: StaffRole; currentRole: StaffRole | undefined };

function SignIn({ staffRole, currentRole }: SignInProps) {
  const { data: gate, hasFailed } = useRead<StaffGateAnswer>('/api/staff/gate');
  const hasSharedPassword = gate?.sharedPasswords.includes(staffRole) ?? true;
  const [chosenWay, setWay] = useState<Way>('shared');
  const way = chosenWay === 'shared' && !hasSharedPassword ? 'account' : chosenWay;
  // Until the studio has answered, neither form would be sure to stay.
  const isKnown = gate !== undefined || hasFailed;
  const { title, text } = gateTexts[staffRole];
  const closingNotice = useClosingNotice();
  return (
    <div className="mx-auto max-w-md py-6 md:py-14">
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <p className="mt-2 text-ink-muted">{way === 'shared' ? text : wayTexts[way]}</p>
      {closingNotice !== null && <Notice className="mt-5">{closingNotice}</Notice>}
      {currentRole !== undefined && (
        <Notice className="mt-5">
          You are signed in as {staffRoleTexts[currentRole].withArticle}, and this page is not for you. Sign
          in here as someone else, or log out.
        </Notice>
      )}
      <Card className="mt-6">
        {!isKnown && <Skeleton className="h-40" />}
        {isKnown && way === 'shared' && <SharedPasswordForm staffRole={staffRole} />}
        {isKnown && way === 'account' && <AccountSignInForm />}
        {way === 'forgot' && <ForgotPasswordForm onSent={() => setWay('account')} />}
        {isKnown && way === 'account' && (
          <Button variant="quiet" className="mt-3 w-full" onClick={() => setWay('forgot')}>
            Forgot your password?
          </Button>
        )}
        {(way !== 'account' || hasSharedPassword) && (
          <Button
            variant="quiet"
            className="mt-3 w-full"
            onClick={() => setWay(way === 'account' ? 'shared' : 'account')}
          >
            {otherWayTexts[way]}
          </Button>
        )}
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
