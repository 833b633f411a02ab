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
}
