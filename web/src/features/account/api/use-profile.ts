import useSWR from 'swr';
import type { HealthBody, ProfileAnswer, ProfileBody } from '../../../../../services/contract/account.ts';
import { readOnce } from '../../../lib/data.ts';
import { request } from '../../../lib/http.ts';

interface ProfileState {
  /** Undefined until known. */
  readonly account: ProfileAnswer | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
  /** Both answer when saved, and throw `ApiError`. */
  readonly saveProfile: (body: ProfileBody) => Promise<void>;
  readonly saveHealth: (body: HealthBody) => Promise<void>;
}

/** Who the member is to the studio, and what they told of their health. */
export const useProfile = (signedIn: boolean): ProfileState => {
  const { data, error, mutate } = useSWR<ProfileAnswer | undefined>(
    signedIn ? '/api/user/profile' : null,
    readOnce,
  );
  const save = async (path: string, body: object) => {
    await mutate(await request<ProfileAnswer>(path, { method: 'PUT', body }), { revalidate: false });
  };
  return {
    account: data,
    failed: data === undefined && error !== undefined,
    retry: () => void mutate(),
    saveProfile: (body) => save('/api/user/profile', body),
    saveHealth: (body) => save('/api/user/health', body),
  };
};
