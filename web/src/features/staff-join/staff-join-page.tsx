import useSWR from 'swr';
import type { InvitationAnswer } from '#services/contract/staff.ts';
import { Card } from '#web/components/ui/card.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { post } from '#web/lib/http.ts';
import { useAddressSecret } from '#web/lib/use-address-secret.ts';
import { JoinForm } from './join-form.tsx';

const roleTexts = {
  admin: 'an admin: the timetable, members, passes and settings',
  instructor: 'an instructor: your classes and who comes to them',
  auditor: 'an auditor: the histories, to read',
} as const;

/** The page /staff/join, which invitations link to. */
export const StaffJoinPage = () => {
  useDocumentTitle('Join the Team');
  const token = useAddressSecret('token') ?? '';
  const { data, error } = useSWR<InvitationAnswer, Error>(
    // Without the token, because keys are logged.
    token === '' ? null : 'staff-invitation',
    () => post<InvitationAnswer>('/api/staff/invitation', { token }),
    // Never loaded again, because a used invitation would replace the form by an error.
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  if (token === '' || error) {
    return (
      <div className="py-8">
        <h1 className="sr-only">Join the team</h1>
        <EmptyState
          title="This invitation does not work"
          text={getErrorMessage(
            error,
            'Please open the link in your email again, or ask an admin for another.',
          )}
        />
      </div>
    );
  }
  return (
    <div className="mx-auto max-w-md py-6 md:py-12">
      <h1 className="text-3xl md:text-4xl">Join the team</h1>
      {data ? (
        <>
          <p className="mt-2 text-ink-muted">
            You are invited as {roleTexts[data.role]}. You sign in with{' '}
            <strong className="break-words font-semibold text-ink">{data.email}</strong> and the password you
            choose here.
          </p>
          <Card className="mt-6">
            <JoinForm token={token} email={data.email} />
          </Card>
        </>
      ) : (
        <Skeleton className="mt-6 h-96" />
      )}
    </div>
  );
};
