import { useEffect, useState } from 'react';
import { onFirstInteraction } from './first-interaction.ts';

/** Whether the person has interacted with the page, for what can be read after it has loaded. */
export const useHasInteracted = (): boolean => {
  const [hasInteracted, setHasInteracted] = useState(false);
  useEffect(() => onFirstInteraction(() => setHasInteracted(true)), []);
  return hasInteracted;
};
