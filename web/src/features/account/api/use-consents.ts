import useSWR from 'swr';
import type { ConsentsAnswer, ConsentsBody } from '../../../../../services/contract/consents.ts';
import { request } from '../../../lib/http.ts';

interface ConsentsState {
  /** Undefined until known. */
  readonly newsletter: boolean | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
  /** Shown at once, and taken back when it could not be saved, which throws `ApiError`. */
  readonly change: (newsletter: boolean) => Promise<void>;
}

/** What the member agreed to be sent. */
export const useConsents = (signedIn: boolean): ConsentsState => {
  const { data, error, mutate } = useSWR<ConsentsAnswer | undefined>(signedIn ? '/api/user/consents' : null);
  const change = async (newsletter: boolean) => {
    const body: ConsentsBody = { newsletter };
    await mutate(request<ConsentsAnswer>('/api/user/consents', { method: 'PUT', body }), {
      optimisticData: { success: true, newsletter },
      revalidate: false,
    });
  };
  return {
    newsletter: data?.newsletter,
    failed: data === undefined && error !== undefined,
    retry: () => void mutate(),
    change,
  };
};
