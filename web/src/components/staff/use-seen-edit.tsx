import { type ReactNode, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { ChangedFacts } from '#services/contract/changed-since.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { ChangedDialog } from './changed-dialog.tsx';
import type { FactText } from './fact-texts.ts';

interface Call {
  readonly path: string;
  readonly method: 'DELETE' | 'POST' | 'PUT' | 'PATCH';
  readonly body?: object | undefined;
}

export type Seen = Readonly<Record<string, unknown>>;

/** The fields of a row that its editor showed. */
export const pickSeen = <Row extends object, Name extends keyof Row & string>(
  row: Row,
  names: readonly Name[],
): Seen => Object.fromEntries(names.map((name) => [name, row[name]]));

/** What is seen once the changes are shown; a fact that came in another form than the field is no longer compared. */
export const addSeen = (seen: Seen, changed: ChangedFacts): Seen =>
  Object.fromEntries(
    Object.entries({
      ...seen,
      ...Object.fromEntries(Object.entries(changed).map(([name, { is }]) => [name, is])),
    }).filter(([name, value]) => typeof value === typeof seen[name] && value !== null),
  );

/** Overwriting, taking the other one's version, or going back to the form with nothing saved. */
type Choice = 'overwrite' | 'theirs' | 'back';

interface Question {
  readonly changed: ChangedFacts;
  readonly call: Call;
  readonly answer: (choice: Choice) => void;
}

const isStaffRead = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/(admin|settings)\//.test(key);

interface SeenEdit {
  /**
   * Sends an edit with what the page showed. If someone else changed it meanwhile, shows both versions and asks; resolves with null
   * when the person takes the other one's, and rejects with the refusal when they go back to the form.
   */
  readonly send: <Answer>(call: Call, seen: Seen) => Promise<Answer | null>;
  /** The question, to render. */
  readonly question: ReactNode;
}

/** Edits of staff that overrule no change which the editor has not seen. */
export function useSeenEdit(texts: Readonly<Record<string, FactText>> = {}): SeenEdit {
  const { mutate } = useSWRConfig();
  const [question, setQuestion] = useState<Question | null>(null);

  const ask = async (call: Call, changed: ChangedFacts): Promise<Choice> => {
    const choice = await new Promise<Choice>((answer) => setQuestion({ changed, call, answer }));
    setQuestion(null);
    return choice;
  };

  const send = async <Answer,>(call: Call, seen: Seen): Promise<Answer | null> => {
    const { path, method, body } = call;
    let expected = seen;
    for (;;) {
      try {
        return await request<Answer>(path, { method, body: { ...body, expected } });
      } catch (cause) {
        if (!(cause instanceof ApiError) || cause.code !== 'CHANGED_SINCE') throw cause;
        const choice = await ask(call, cause.changed);
        if (choice === 'back') throw cause;
        if (choice === 'theirs') {
          await mutate(isStaffRead);
          return null;
        }
        expected = addSeen(expected, cause.changed);
      }
    }
  };

  return {
    send,
    question: question && (
      <ChangedDialog
        changed={question.changed}
        mine={{ ...question.call.body }}
        texts={texts}
        overwriteLabel={question.call.method === 'DELETE' ? 'Delete all the same' : 'Save mine all the same'}
        onOverwrite={() => question.answer('overwrite')}
        onBack={() => question.answer('back')}
        onTakeTheirs={() => question.answer('theirs')}
      />
    ),
  };
}
