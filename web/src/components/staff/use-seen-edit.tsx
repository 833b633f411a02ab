import { type ReactNode, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { ChangedFacts } from '#services/contract/changed-since.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { ChangedDialog } from './changed-dialog.tsx';
import type { FactText } from './fact-texts.ts';
import type { Call } from './read-effects.ts';

export interface EditCall extends Call {
  /** The body with what the page showed, where that is not `expected` beside the fields. */
  readonly withSeen?: ((seen: Seen) => object) | undefined;
  /** What is being saved, by the names of the facts, where the body does not have it by them. */
  readonly mine?: Seen | undefined;
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
    }).filter(([name, value]) => value !== null && (!(name in seen) || typeof value === typeof seen[name])),
  );

/** Overwriting, taking the other one's version, or going back to the form with nothing saved. */
type Choice = 'overwrite' | 'theirs' | 'back';

interface Question {
  readonly changed: ChangedFacts;
  readonly change: ApiError['change'];
  readonly call: EditCall;
  /** The other one's version was chosen and is being read. */
  readonly isTaking: boolean;
  readonly answer: (choice: Choice) => void;
}

const isStaffRead = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/(admin|settings)\//.test(key);

interface SeenEdit {
  /**
   * Sends an edit with what the page showed. If another person changed it meanwhile, shows both versions and asks; rejects with the
   * refusal when the person goes back to the form. When they take the other one's, reads it, then calls `onTheirs`,
   * by which the form drops its own version. Removes the question only afterwards, so that the form under it never
   * shows what was not saved. Resolves with null.
   */
  readonly send: <Answer>(call: EditCall, seen: Seen, onTheirs: () => void) => Promise<Answer | null>;
  /** The question, to render. */
  readonly question: ReactNode;
}

type FactTexts = Readonly<Record<string, FactText>>;

/**
 * Edits of staff that overrule no change which the editor has not seen. `texts`: the words for the facts; a function where their names
 * are known only once they have changed.
 */
export function useSeenEdit(
  texts: FactTexts | ((changed: ChangedFacts) => FactTexts) = {},
  overwriteLabel = 'Save mine all the same',
): SeenEdit {
  const { mutate } = useSWRConfig();
  const [question, setQuestion] = useState<Question | null>(null);

  const ask = async (call: EditCall, { changed, change }: ApiError): Promise<Choice> => {
    const choice = await new Promise<Choice>((answer) =>
      setQuestion({ changed, change, call, isTaking: false, answer }),
    );
    setQuestion((asked) => (choice === 'theirs' && asked ? { ...asked, isTaking: true } : null));
    return choice;
  };

  const send = async <Answer,>(call: EditCall, seen: Seen, onTheirs: () => void): Promise<Answer | null> => {
    const { path, method, body, withSeen } = call;
    let expected = seen;
    for (;;) {
      try {
        return await request<Answer>(path, { method, body: withSeen?.(expected) ?? { ...body, expected } });
      } catch (cause) {
        if (!(cause instanceof ApiError) || cause.code !== 'CHANGED_SINCE') throw cause;
        const choice = await ask(call, cause);
        if (choice === 'back') throw cause;
        if (choice === 'theirs') {
          await mutate(isStaffRead);
          onTheirs();
          setQuestion(null);
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
        change={question.change}
        mine={question.call.mine ?? { ...question.call.body }}
        texts={typeof texts === 'function' ? texts(question.changed) : texts}
        overwriteLabel={question.call.method === 'DELETE' ? 'Delete all the same' : overwriteLabel}
        isTaking={question.isTaking}
        onOverwrite={() => question.answer('overwrite')}
        onBack={() => question.answer('back')}
        onTakeTheirs={() => question.answer('theirs')}
      />
    ),
  };
}
