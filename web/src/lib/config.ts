import useSWR from 'swr';
import type { ConfigAnswer } from '../../../services/contract/payments.ts';
import { readOnce } from './swr-options.ts';

interface ConfigState {
  /** Undefined until the server has answered. */
  readonly config: ConfigAnswer | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** What the server says about the studio, the sandbox and Stripe, and whether it could be read. */
export const useConfigState = (): ConfigState => {
  const { data, error, mutate } = useSWR<ConfigAnswer | undefined>('/api/config', {
    ...readOnce,
    revalidateOnReconnect: false,
  });
  return { config: data, failed: data === undefined && error !== undefined, retry: () => void mutate() };
};

/** What the server says about the studio, the sandbox and Stripe; undefined until it has answered. */
export const useConfig = (): ConfigAnswer | undefined => useConfigState().config;

const unnamed: ConfigAnswer['studio'] = { name: 'Tideline', town: '', email: '', address: '' };

/** The configured studio; empty texts until the server has answered. */
export const useStudio = (): ConfigAnswer['studio'] => useConfig()?.studio ?? unnamed;
