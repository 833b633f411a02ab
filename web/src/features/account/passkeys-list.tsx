import { useState } from 'react';
import type { Passkey } from '#services/contract/passkeys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import type { User } from '../auth/api/use-current-user.ts';
import { usePasskeys } from '../passkeys/api/use-passkeys.ts';
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts';
import { passkeyMessages } from '../passkeys/passkey-messages.ts';
import { useAddPasskey } from '../passkeys/use-add-passkey.ts';

const PasskeyRow = ({ passkey, remove }: { passkey: Passkey; remove: (id: string) => Promise<void> }) => {
  const [isBusy, setBusy] = useState(false);
  const { browser, madeAt, lastUsedAt } = passkey;
  const removePasskey = async () => {
    setBusy(true);
    try {
      await remove(passkey.id);
      // The focused button is gone with its row.
      document.getElementById('passkeys-title')?.focus();
      toast(passkeyMessages.removed);
    } catch (cause) {
      setBusy(false);
      toast(passkeyMessages.notRemoved(cause));
    }
  };
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <span>
        <span className="block font-medium">Made with {browser}</span>
        <span className="tabular block text-ink-muted text-sm">
          Added {formatDayTime(madeAt)}.{' '}
          {lastUsedAt === null ? 'Not used yet.' : `Last used ${formatDayTime(lastUsedAt)}.`}
        </span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy}
        className="shrink-0"
        aria-label={`Remove the passkey made with ${browser}, added ${formatDayTime(madeAt)}`}
        onClick={() => void removePasskey()}
      >
        {isBusy ? 'Removing...' : 'Remove'}
      </Button>
    </li>
  );
};

/** The passkeys of the member, each of which can be removed, and the way to add one. */
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
