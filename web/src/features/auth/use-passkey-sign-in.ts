import { useEffect, useEffectEvent, useState } from 'react';
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts';

interface PasskeySignIn {
  readonly keepSignedIn: () => boolean;
  readonly onDone: (token: string) => Promise<void>;
  readonly onFailed: (cause: unknown) => void;
}

const load = () => import('../passkeys/api/ceremonies.ts');

/**
 * Offers the passkeys of this device among the suggestions of the email field. Returns the function that asks for one instead; null where
 * there can be none.
 */
export const usePasskeySignIn = (form: PasskeySignIn): (() => void) | null => {
  /** Raised when the suggestions are to be offered again, as a press ended them. */
  const [offers, setOffers] = useState(0);

  const signIn = useEffectEvent(async (isWanted: () => boolean) => {
    try {
      const { signInWithPasskey } = await load();
      const { keepSignedIn } = form;
      const token = await signInWithPasskey({ isAutofill: true, keepSignedIn, isWanted });
      if (token !== null) await form.onDone(token);
    } catch (cause) {
      form.onFailed(cause);
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: offered again after each press
  useEffect(() => {
    if (!canUsePasskeys()) return;
    let isWanted = true;
    void signIn(() => isWanted);
    return () => {
      isWanted = false;
      void load().then(({ cancelQuestion }) => cancelQuestion());
    };
  }, [offers]);

  const ask = async () => {
    try {
      const { signInWithPasskey } = await load();
      const token = await signInWithPasskey({ isAutofill: false, keepSignedIn: form.keepSignedIn });
      if (token === null) setOffers((count) => count + 1);
      else await form.onDone(token);
    } catch (cause) {
      form.onFailed(cause);
      setOffers((count) => count + 1);
    }
  };
  return canUsePasskeys() ? () => void ask() : null;
};
