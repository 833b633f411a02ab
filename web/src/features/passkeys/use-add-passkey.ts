import { toast } from '#web/components/ui/toast.ts';
import { loadScript } from '#web/lib/load-script.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { passkeyMessages } from './passkey-messages.ts';

/** Adds a passkey of this device and shows the result; `onAdded` also when the device has one already. */
export const useAddPasskey = (
  user: { readonly email: string; readonly name: string },
  onAdded: () => unknown,
) => {
  const { busy, run } = useOneAtATime();
  const add = async () => {
    const { createPasskey, isAlreadyHere } = await loadScript(() => import('./api/ceremonies.ts'));
    try {
      if (!(await createPasskey(user))) return;
      toast(passkeyMessages.added);
    } catch (cause) {
      if (!isAlreadyHere(cause)) throw cause;
      toast(passkeyMessages.alreadyHere);
    }
    await onAdded();
  };
  return {
    isAdding: busy,
    add: () => void run(() => add().catch((cause: unknown) => toast(passkeyMessages.notAdded(cause)))),
  };
};
