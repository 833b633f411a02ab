import { type ComponentType, useEffect, useState } from 'react';
import { type AskedQuestion, attachQuestions } from './ask.ts';

type QuestionDialog = ComponentType<{ readonly asked: AskedQuestion }>;

const load = () => import('./question-dialog.tsx').then((module) => module.QuestionDialog);

/** Shows what `ask` asks. Fetches the dialog with the first question, so that no page waits for it. */
export function QuestionHost() {
  const [Dialog, setDialog] = useState<QuestionDialog | null>(null);
  const [asked, setAsked] = useState<AskedQuestion | null>(null);
  useEffect(
    () =>
      attachQuestions((next) => {
        setAsked(next);
        if (next !== null) load().then((dialog) => setDialog(() => dialog), next.fail);
      }),
    [],
  );
  return asked && Dialog && <Dialog asked={asked} />;
}
