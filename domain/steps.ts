/** Long work that can pause after each step, so that its caller can do other work in between. */
export type Steps<Result> = Generator<void, Result, void>;
