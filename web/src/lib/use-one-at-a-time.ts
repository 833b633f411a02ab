import { useRef, useState } from 'react';

/** Runs one piece of work at a time: while it runs, and no longer, `busy` is true and another press does nothing. */
export function useOneAtATime() {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);

  const run = async <Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> => {
    // State comes a moment too late for the second press of two.
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { busy, run };
}
