import useSWR from 'swr';
import type { CalendarFeedAnswer, CalendarLinkAnswer } from '../../../../../services/contract/calendar.ts';
import { post, request } from '../../../lib/http.ts';

const path = '/api/user/calendar-feed';

/** When the member's calendar link was made; undefined until known. */
export const useCalendarFeed = () => {
  const { data, mutate } = useSWR<CalendarFeedAnswer | undefined>(path);
  return {
    since: data?.since,
    /** Makes a link; the one before stops working. */
    make: async (): Promise<string> => {
      const { url, since } = await post<CalendarLinkAnswer>(path);
      await mutate({ success: true, since }, { revalidate: false });
      return url;
    },
    revoke: async (): Promise<void> => {
      await request(path, { method: 'DELETE' });
      await mutate({ success: true, since: null }, { revalidate: false });
    },
  };
};
