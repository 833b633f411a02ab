import { loadScript } from '#web/lib/load-script.ts';
import type { Question } from './question.ts';

/**
 * Asks in a dialog over the page, which outlives whatever part of the page asks. Resolves to whether the person goes
 * on; rejects when the dialog cannot be loaded, which happens with the first question.
 */
export const ask = async (question: Question): Promise<boolean> => {
  const { showQuestion } = await loadScript(() => import('./show-question.tsx'));
  return showQuestion(question);
};
