import type { ConfigAnswer } from '#services/contract/payments.ts';
import { readOnce } from './swr-options.ts';
import { useRead } from './use-read.ts';

/** The configuration of the studio, the sandbox and Stripe, with the state of its request. */
export const useConfigState = () => {
  const { data, hasFailed, retry } = useRead<ConfigAnswer>('/api/config', {
    ...readOnce,
    revalidateOnReconnect: false,
  });
  return { config: data, hasFailed, retry };
};

/** The configuration of the studio, the sandbox and Stripe; undefined until loaded. */
export const useConfig = (): ConfigAnswer | undefined => useConfigState().config;

const unnamed: ConfigAnswer['studio'] = { name: 'Tideline', town: '', email: '', address: '' };

/** The configured studio; empty texts until loaded. */
export const useStudio = (): ConfigAnswer['studio'] => useConfig()?.studio ?? unnamed;
