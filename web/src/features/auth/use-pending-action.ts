import { useEffect } from 'react';
import { useAuth } from './auth-context.tsx';
import { type PendingAction, takePendingAction } from './pending-action.ts';

/** Continues what a visitor pressed (`signInThen`), once they have signed in and `isReady`. */
export const usePendingAction = (action: PendingAction, run: () => void, isReady = true): void => {
  const { user, isAsking } = useAuth();
  const canRun = user !== null && !isAsking && isReady;
  // After each render, because the feature may be mounted before or after the member is loaded.
  useEffect(() => {
    if (!canRun || !takePendingAction(action, Date.now())) return;
    // The closed dialog restores the focus in a timer of its own, which starts after this effect.
    setTimeout(() => setTimeout(run));
  });
};
