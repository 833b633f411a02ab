import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError, getErrorMessage } from './api-error.ts';
import { isWalletKey } from './live-keys.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

type Acting =
  | { readonly kind: 'asking' | 'running' | 'done' | 'invalid' }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * What the link of an email is for, once its reader clicks: the programs that look into emails open every link in them, so
 * opening the page does nothing yet.
 */
export const useLinkAction = (
  token: string | null,
  act: (body: { token: string }) => Promise<unknown>,
): { readonly state: Acting; readonly run: () => void } => {
  const { mutate } = useSWRConfig();
  const { busy, run: runOne } = useOneAtATime();
  const [settled, setSettled] = useState<Acting>({ kind: token === null ? 'invalid' : 'asking' });

  const follow = async () => {
    if (token === null) return;
    try {
      await act({ token });
      setSettled({ kind: 'done' });
      void mutate(isWalletKey);
    } catch (cause) {
      const isInvalid = cause instanceof ApiError && cause.status >= 400 && cause.status < 429;
      setSettled(
        isInvalid
          ? { kind: 'invalid' }
          : { kind: 'failed', message: getErrorMessage(cause, 'Something went wrong. Please try again.') },
      );
    }
  };

  return { state: busy ? { kind: 'running' } : settled, run: () => void runOne(follow) };
};
