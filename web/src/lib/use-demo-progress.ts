import { useSWRConfig } from 'swr';
import type { ConfigAnswer } from '#services/contract/payments.ts';
import { useRead } from './use-read.ts';

const CONFIG_PATH = '/api/config';
const POLL_MS = 2_000;

/** Asks whether the demo studio is complete, and reads everything on the page again as soon as it is. */
export const useDemoProgress = (): void => {
  const { mutate } = useSWRConfig();
  useRead<ConfigAnswer>(CONFIG_PATH, {
    revalidateOnReconnect: false,
    refreshInterval: POLL_MS,
    onSuccess: (config: ConfigAnswer | undefined) => {
      if (config?.demoIsBeingMade === false) void mutate((key) => key !== CONFIG_PATH);
    },
  });
};
