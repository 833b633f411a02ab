import { useState } from 'react';

/** What stands in a field: the value that is in force, or what is being typed there until one leaves it. */
export function useDraftValue(value: string) {
  const [typed, setTyped] = useState<string | null>(null);
  return { shown: typed ?? value, type: setTyped, leave: () => setTyped(null) };
}
