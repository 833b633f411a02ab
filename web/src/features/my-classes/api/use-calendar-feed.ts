import useSWR from 'swr';
import type { CalendarFeedAnswer, CalendarLinkAnswer } from '#services/contract/calendar.ts';
import { post, request } from '#web/lib/http.ts';

const path = '/api/user/calendar-feed';

/** The member's calendar link: when it was made (undefined while loading), and how to make and revoke it. */
export const useCalendarFeed = () => {
  const { data, mutate } = useSWR<CalendarFeedAnswer | undefined>(path);
  return {
    since: data?.since,
    /** Makes a link and revokes the previous one. */
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
