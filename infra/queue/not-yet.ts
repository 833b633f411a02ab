/** What a job is about has happened, but the read models don't show it yet: a later try finds it. */
export class NotYet extends Error {
  /** `what` begins the sentence, such as "The booking 7". */
  constructor(what: string) {
    super(`${what} is not in the read model yet`);
    this.name = 'NotYet';
  }
}
