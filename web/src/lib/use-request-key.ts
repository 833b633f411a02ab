import { useRef } from 'react';

/** The key under which what is asked for counts once: the same as long as the same is asked for and was not answered. */
export function useRequestKey() {
  const last = useRef({ asked: '', key: '' });
  return {
    keyFor(asked: string): string {
      if (last.current.asked !== asked) last.current = { asked, key: crypto.randomUUID() };
      return last.current.key;
    },
    answered() {
      last.current = { asked: '', key: '' };
    },
  };
}
