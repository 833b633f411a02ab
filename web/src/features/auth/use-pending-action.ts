import { useEffect, useSyncExternalStore } from 'react';
import { useAuth } from './auth-context.tsx';
import {
  onPendingActionChange,
  type PendingAction,
  readPendingAction,
  takePendingAction,
} from './pending-action.ts';

/** Continues what a visitor pressed (`signInThen`), once they have signed in and `isReady`. */
export const usePendingAction = (action: PendingAction, run: () => void, isReady = true): void => {
  const { user, isAsking } = useAuth();
  // The action may be set after the last render of this feature.
  useSyncExternalStore(onPendingActionChange, readPendingAction);
  const canRun = user !== null && !isAsking && isReady;
  // After each render, because the feature may be mounted before or after the member is loaded.
  useEffect(() => {
    if (!canRun || !takePendingAction(action, Date.now())) return;
    // The closed dialog restores the focus in a timer of its own, which starts after this effect.
    setTimeout(() => setTimeout(run));
  });
};
