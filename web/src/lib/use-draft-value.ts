import { useState } from 'react';

/** The value of a field: the one in force, or the draft being typed until it is discarded. */
export function useDraftValue(current: string) {
  const [draft, setDraft] = useState<string | null>(null);
  return { value: draft ?? current, setDraft, discardDraft: () => setDraft(null) };
}
