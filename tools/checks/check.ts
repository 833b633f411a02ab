/** How a check went: how much of it passed and failed, and what it said. */
export type CheckResult = { passed: number; failed: number; output: string };

/** A step of `npm test`. */
export type Check = { name: string; run(): Promise<CheckResult> };
