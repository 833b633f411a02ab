import type { Cell } from './cell.ts';

/** A difference from the whole story that a crash may leave, with the reason why that is right. */
export interface Exception {
  /** Of lines of the end state (see end-state.ts) that may be there or not. */
  readonly lines: RegExp;
  readonly because: string;
}

/** One command or job, by a story that takes its longest way. */
export interface Scenario {
  /** Files of services/commands without their ending, or jobs by name, that the story goes through. */
  readonly covers: readonly string[];
  /** What tells it from other stories of the same command. */
  readonly case?: string;
  /** Sets the stage; answers what the client asks for, the same each time, or a worker does. */
  prepare(cell: Cell): Promise<() => Promise<unknown>>;
  /**
   * Why a second request is a second wish, where it is: whoever got no answer and asks again may have it twice, as without
   * a crash.
   */
  readonly twice?: string;
  readonly exceptions?: readonly Exception[];
  /** More of the end state, asked once all is quiet. */
  readonly look?: (cell: Cell) => Promise<readonly string[]>;
}
