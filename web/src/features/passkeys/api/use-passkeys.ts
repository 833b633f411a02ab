import type { PasskeysAnswer } from '#services/contract/passkeys.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { useRead } from '#web/lib/use-read.ts';

/** The member's passkeys, the oldest first; undefined while loading, and while `isReady` is false. */
export const usePasskeys = (isReady = true) => {
  const { data, hasFailed, retry, mutate } = useRead<PasskeysAnswer>(isReady ? '/api/user/passkeys' : null);
  /** Removes a passkey; one that is gone already is what was asked for. Throws `ApiError`. */
  const remove = async (id: string) => {
    try {
      await request(`/api/user/passkeys/${id}`, { method: 'DELETE' });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
    }
    await mutate();
  };
  return { passkeys: data?.passkeys, hasFailed, retry, remove, reload: () => mutate() };
};
