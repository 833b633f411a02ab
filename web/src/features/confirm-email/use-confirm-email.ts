import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { isWallet } from '../../lib/live-keys.ts';
import { confirmEmail } from './api/confirm-email.ts';

type Confirming =
  | { readonly kind: 'asking' | 'running' | 'done' | 'invalid' }
  | { readonly kind: 'failed'; readonly message: string };

/** Only a click confirms: the programs that look into emails open every link in them. */
export const useConfirmEmail = (token: string | null) => {
  const { mutate } = useSWRConfig();
  const running = useRef(false);
  const [state, setState] = useState<Confirming>({ kind: token === null ? 'invalid' : 'asking' });

  const run = async () => {
    if (token === null || running.current) return;
    running.current = true;
    setState({ kind: 'running' });
    try {
      await confirmEmail({ token });
      setState({ kind: 'done' });
      void mutate(isWallet);
    } catch (cause) {
      const isInvalid = cause instanceof ApiError && cause.status >= 400 && cause.status < 429;
      setState(
        isInvalid
          ? { kind: 'invalid' }
          : { kind: 'failed', message: messageOf(cause, 'Something went wrong. Please try again.') },
      );
    }
    running.current = false;
  };

  return { state, run: () => void run() };
};
