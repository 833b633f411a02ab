import type { Passkey } from '#services/contract/passkeys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import type { User } from '../auth/api/use-current-user.ts';
import { usePasskeys } from '../passkeys/api/use-passkeys.ts';
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts';
import { passkeyMessages } from '../passkeys/passkey-messages.ts';
import { useAddPasskey } from '../passkeys/use-add-passkey.ts';
import { RemovableRow } from './removable-row.tsx';

const PasskeyRow = ({ passkey, remove }: { passkey: Passkey; remove: (id: string) => Promise<void> }) => {
  const { browser, madeAt, lastUsedAt } = passkey;
  const use = lastUsedAt === null ? 'Not used yet.' : `Last used ${formatDayTime(lastUsedAt)}.`;
  return (
    <RemovableRow
      title={`Made with ${browser}`}
      details={`Added ${formatDayTime(madeAt)}. ${use}`}
      label="Remove"
      busyLabel="Removing..."
      fullLabel={`Remove the passkey made with ${browser}, added ${formatDayTime(madeAt)}`}
      sectionId="passkeys"
      remove={() => remove(passkey.id)}
      removed={passkeyMessages.removed}
      notRemoved={passkeyMessages.notRemoved}
    />
  );
};

/** Lists, removes and adds the member's passkeys. */
export const PasskeysList = ({ user }: { user: User }) => {
  const { passkeys, hasFailed, retry, remove, reload } = usePasskeys();
  const { add, isAdding } = useAddPasskey(user, reload);
  if (hasFailed) {
    return <LoadProblem title="Your passkeys did not load" text="They work as before." onRetry={retry} />;
  }
  if (passkeys === undefined) return <Skeleton className="h-16" />;
  return (
    <>
      {passkeys.length === 0 ? (
        <p>You have none yet.</p>
      ) : (
        <ul className="divide-y divide-sand border-sand border-y">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} remove={remove} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button variant="secondary" className="mt-5 max-sm:w-full" busy={isAdding} onClick={add}>
          Add a passkey
        </Button>
      ) : (
        <p className="mt-4 text-ink-muted">This browser cannot make one here.</p>
      )}
    </>
  );
};
