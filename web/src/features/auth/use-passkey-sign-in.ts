import { useEffect, useEffectEvent, useState } from 'react';
import { loadScript } from '#web/lib/load-script.ts';
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts';

interface PasskeySignIn {
  readonly keepSignedIn: () => boolean;
  readonly onDone: (token: string) => Promise<void>;
  readonly onFailed: (cause: unknown) => void;
}

const load = () => loadScript(() => import('../passkeys/api/ceremonies.ts'));

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
      // The form works without suggestions.
      const ceremonies = how.isAutofill ? await load().catch(() => null) : await load();
      if (ceremonies === null) return false;
      const token = await ceremonies.signInWithPasskey({ ...how, keepSignedIn: form.keepSignedIn });
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
      void load().then(
        ({ cancelQuestion }) => cancelQuestion(),
        () => undefined,
      );
    };
  }, [offers]);

  const ask = async () => {
    if (!(await signIn({ isAutofill: false }))) setOffers((count) => count + 1);
  };
  return canUsePasskeys() ? () => void ask() : null;
};
