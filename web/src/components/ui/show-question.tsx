import { createRoot } from 'react-dom/client';
import type { Question } from './question.ts';
import { QuestionDialog } from './question-dialog.tsx';

/** Shows a question in a root of its own. Resolves to whether the person goes on. */
export function showQuestion(question: Question): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      resolve(isConfirmed);
      root.unmount();
      container.remove();
    };
    root.render(<QuestionDialog question={question} answer={answer} />);
  });
}
