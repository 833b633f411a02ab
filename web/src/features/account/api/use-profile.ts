import type { HealthBody, ProfileAnswer, ProfileBody } from '#services/contract/account.ts';
import type { ConsentsBody } from '#services/contract/consents.ts';
import { request } from '#web/lib/http.ts';
import { readOnce } from '#web/lib/swr-options.ts';
import { useRead } from '#web/lib/use-read.ts';

/** The member's profile and health answers, undefined while loading, and how to save them. Saving throws `ApiError`. */
export const useProfile = () => {
  const { data, hasFailed, retry, mutate } = useRead<ProfileAnswer>('/api/user/profile', readOnce);
  const save = async (path: string, body: object) => {
    await mutate(await request<ProfileAnswer>(path, { method: 'PUT', body }), { revalidate: false });
  };
  return {
    account: data,
    hasFailed,
    retry,
    saveProfile: (body: ProfileBody) => save('/api/user/profile', body),
    /** Withdraws the consent, which removes the answers. */
    removeHealth: async () => {
      const body: ConsentsBody = { health: false };
      await request('/api/user/consents', { method: 'PUT', body });
      await mutate();
    },
    saveHealth: (body: HealthBody) => save('/api/user/health', body),
  };
};
