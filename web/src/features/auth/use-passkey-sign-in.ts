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

  /** Whether a member signed in. */
  const signIn = async (how: { isAutofill: boolean; isWanted?: () => boolean }): Promise<boolean> => {
    try {
      const { signInWithPasskey } = await load();
      const token = await signInWithPasskey({ ...how, keepSignedIn: form.keepSignedIn });
      if (token === null) return false;
      await form.onDone(token);
      return true;
    } catch (cause) {
      form.onFailed(cause);
      return false;
    }
  };
  const offer = useEffectEvent((isWanted: () => boolean) => signIn({ isAutofill: true, isWanted }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: offered again after each press
  useEffect(() => {
    if (!canUsePasskeys()) return;
    let isWanted = true;
    void offer(() => isWanted);
    return () => {
      isWanted = false;
      void load().then(({ cancelQuestion }) => cancelQuestion());
    };
  }, [offers]);

  const ask = async () => {
    if (!(await signIn({ isAutofill: false }))) setOffers((count) => count + 1);
  };
  return canUsePasskeys() ? () => void ask() : null;
};
