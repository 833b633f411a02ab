import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError, getErrorMessage } from './api-error.ts';
import { isWalletKey } from './live-keys.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

type LinkActionState =
  | { readonly kind: 'ready' | 'running' | 'done' | 'invalid' }
  | { readonly kind: 'failed'; readonly message: string };

/** The action of an emailed link. It runs on a click, not on opening, because mail scanners open every link. */
export const useLinkAction = (
  token: string | null,
  postAction: (body: { token: string }) => Promise<unknown>,
): { readonly state: LinkActionState; readonly run: () => void } => {
  const { mutate } = useSWRConfig();
  const { busy, run: runOne } = useOneAtATime();
  const [state, setState] = useState<LinkActionState>({ kind: token === null ? 'invalid' : 'ready' });

  const follow = async () => {
    if (token === null) return;
    try {
      await postAction({ token });
      setState({ kind: 'done' });
      void mutate(isWalletKey);
    } catch (cause) {
      const isInvalid = cause instanceof ApiError && cause.status >= 400 && cause.status < 429;
      setState(
        isInvalid
          ? { kind: 'invalid' }
          : { kind: 'failed', message: getErrorMessage(cause, 'Something went wrong. Please try again.') },
      );
    }
  };

  return { state: busy ? { kind: 'running' } : state, run: () => void runOne(follow) };
};
