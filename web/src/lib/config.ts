import useSWR from 'swr';
import type { ConfigAnswer } from '../../../services/contract/payments.ts';
import { readOnce } from './data.ts';

/** What the server says about the studio, the sandbox and Stripe; undefined until it has answered. */
export const useConfig = (): ConfigAnswer | undefined =>
  useSWR<ConfigAnswer | undefined>('/api/config', { ...readOnce, revalidateOnReconnect: false }).data;

const unnamed: ConfigAnswer['studio'] = { name: 'Tideline', town: '', email: '', address: '' };

/** The configured studio; empty texts until the server has answered. */
export const useStudio = (): ConfigAnswer['studio'] => useConfig()?.studio ?? unnamed;
