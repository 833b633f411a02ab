import type { PasskeysAnswer } from '#services/contract/passkeys.ts';
import { deleteIfThere } from '#web/lib/delete-if-there.ts';
import { useRead } from '#web/lib/use-read.ts';

/** The member's passkeys, the oldest first; undefined while loading, and while `isReady` is false. */
export const usePasskeys = (isReady = true) => {
  const { data, hasFailed, retry, mutate } = useRead<PasskeysAnswer>(isReady ? '/api/user/passkeys' : null);
  /** Removes a passkey. Throws `ApiError`. */
  const remove = async (id: string) => {
    await deleteIfThere(`/api/user/passkeys/${id}`);
    await mutate();
  };
  return { passkeys: data?.passkeys, hasFailed, retry, remove, reload: () => mutate() };
};
