import type { Cell } from './cell.ts';

/** Lines of the end state that may differ from the run without a crash. */
export interface AcceptedDifference {
  /** Matches lines of the difference (see end-state.ts), which start with `-` or `+`. */
  readonly lines: RegExp;
  /** Why the difference is correct. */
  readonly reason: string;
}

/** One command or job, by the way through it with the most effects. */
export interface Scenario {
  /** Files of services/commands without their ending, or jobs by name, that the scenario runs through. */
  readonly covers: readonly string[];
  /** Distinguishes scenarios of the same command. */
  readonly case?: string;
  /** Prepares the data. Returns the request of a client or the job of a worker, the same at each call. */
  prepare(cell: Cell): Promise<() => Promise<unknown>>;
  /** Why a repeated request may act twice, as it does without a crash. Absent where it must not. */
  readonly repeatReason?: string;
  readonly acceptedDifferences?: readonly AcceptedDifference[];
  /** More lines of the end state, read after the studio has settled. */
  readonly readExtraState?: (cell: Cell) => Promise<readonly string[]>;
}
