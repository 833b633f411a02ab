/** How long one test file took, its hooks and imports included. */
export type FileDuration = { file: string; durationMs: number };

/** What a check found; `output` is printed when something failed. */
export type CheckResult = {
  passed: number;
  failed: number;
  output: string;
  /** What failed, one line each. */
  failures?: readonly string[];
  /** The test files that ran, when there were any. */
  files?: readonly FileDuration[];
};

/** A step of `npm test`. Tests time out and race, so they set `needsWholeMachine` and run one after another. */
export type Check = { name: string; needsWholeMachine?: true; run(): Promise<CheckResult> };
