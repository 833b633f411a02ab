import { useRef } from 'react';

/** An idempotency key that stays the same while the same request is repeated without an answer. */
export function useRequestKey() {
  const last = useRef({ request: '', key: '' });
  return {
    getKey(request: string): string {
      if (last.current.request !== request) last.current = { request, key: crypto.randomUUID() };
      return last.current.key;
    },
    /** Call it after an answer: the same request is a new one from then on. */
    reset() {
      last.current = { request: '', key: '' };
    },
  };
}
