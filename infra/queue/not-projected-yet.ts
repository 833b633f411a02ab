/** The subject of a job has happened, but the read models do not show it yet: a later attempt finds it. */
export class NotProjectedYet extends Error {
  /** `what` begins the sentence, such as "The booking 7". */
  constructor(what: string) {
    super(`${what} is not in the read model yet`);
    this.name = 'NotProjectedYet';
  }
}
