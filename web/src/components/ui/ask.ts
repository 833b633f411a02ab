/** A fact as the page showed it, and as it is now. */
export interface ChangedFact {
  readonly label: string;
  readonly was: string;
  readonly is: string;
}

/** A question about an action that has not happened yet. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** Shown side by side, the changed ones stressed. */
  readonly facts?: readonly ChangedFact[];
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
}

/** A question with the functions that answer it. */
export interface AskedQuestion {
  readonly question: Question;
  readonly answer: (isConfirmed: boolean) => void;
  readonly fail: (cause: unknown) => void;
}

let waiting: AskedQuestion | null = null;
let show: ((asked: AskedQuestion | null) => void) | null = null;

/**
 * Asks in a dialog over the page, which outlives whatever part of the page asks. Resolves to whether the person goes
 * on; rejects when the dialog cannot be loaded.
 */
export function ask(question: Question): Promise<boolean> {
  waiting?.answer(false);
  return new Promise<boolean>((resolve, reject) => {
    const close = () => {
      waiting = null;
      show?.(null);
    };
    waiting = {
      question,
      answer: (isConfirmed) => {
        close();
        resolve(isConfirmed);
      },
      fail: (cause) => {
        close();
        reject(cause);
      },
    };
    show?.(waiting);
  });
}

/** Shows the questions that are asked from now on; returns a function that ends this. */
export function attachQuestions(showQuestion: (asked: AskedQuestion | null) => void): () => void {
  show = showQuestion;
  show(waiting);
  return () => {
    show = null;
  };
}
