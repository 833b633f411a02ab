import { useEffect, useEffectEvent, useState } from 'react';
import { loadScript } from './load-script.ts';

/** A script that a part of a page needs, and what it gave. */
export interface Script<Content> {
  readonly load: () => Promise<Content>;
  content: Content | null;
}

/**
 * Fetches a script while it is wanted. Returns its content, or null until it is there. Calls back if it cannot be fetched, and tries again
 * when it is wanted again: some browsers remember the failure until the page is loaded again.
 */
export function useScript<Content>(
  script: Script<Content>,
  isWanted: boolean,
  onMissing: () => void,
): Content | null {
  const [content, setContent] = useState(() => script.content);
  const tellMissing = useEffectEvent(onMissing);
  useEffect(() => {
    if (!isWanted || content !== null) return;
    let isCurrent = true;
    loadScript(script.load).then(
      (loaded) => {
        script.content = loaded;
        if (isCurrent) setContent(() => loaded);
      },
      (error: unknown) => {
        console.warn('Could not load a part of the page', String(error));
        if (isCurrent) tellMissing();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [script, isWanted, content]);
  return content;
}
