import type { ConsentsAnswer, ConsentsBody } from '#services/contract/consents.ts';
import { request } from '#web/lib/http.ts';
import { useRead } from '#web/lib/use-read.ts';

/** Whether the member receives the newsletter; undefined while loading. */
export const useConsents = () => {
  const { data, hasFailed, retry, mutate } = useRead<ConsentsAnswer>('/api/user/consents');
  /** Updates optimistically, and rolls back when saving fails. Throws `ApiError`. */
  const change = async (newsletter: boolean) => {
    const body: ConsentsBody = { newsletter };
    await mutate(request<ConsentsAnswer>('/api/user/consents', { method: 'PUT', body }), {
      optimisticData: (current) => ({ success: true, health: current?.health ?? false, newsletter }),
      revalidate: false,
    });
  };
  return { newsletter: data?.newsletter, hasFailed, retry, change };
};
