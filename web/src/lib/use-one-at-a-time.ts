import { useRef, useState } from 'react';

/** Runs one task at a time: while one runs, `busy` is true and `run` ignores another. */
export function useOneAtATime() {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);

  const run = async <Result>(task: () => Promise<Result>): Promise<Result | undefined> => {
    // A ref, because state is set too late for the second click of a double click.
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      return await task();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { busy, run };
}
