import type { Cell } from './cell.ts';
import type { CrashableProcess, CrashPoint } from './crashable-process.ts';
import { diffLines } from './end-state.ts';
import type { Scenario } from './scenario.ts';

/** How a scenario is run. A second request is a client's that got no answer to the first. */
export interface Run {
  readonly scenario: Scenario;
  readonly requests: number;
  readonly crash: CrashPoint | null;
}

export interface CompletedRun extends Run {
  readonly cell: Cell;
  readonly process: CrashableProcess;
  /** Message of the error of a request in which no crash was planned; null when there was none. */
  readonly failure: string | null;
}

/** The correct end states of a scenario. */
export interface EndStates {
  /** Of one request without a crash. */
  readonly complete: readonly string[];
  readonly notRequested: readonly string[];
  /** Of two requests without a crash; null where the second must change nothing. */
  readonly repeated: readonly string[] | null;
}

/** Compares the end state of a run that crashed with the correct ones. */
export function judgeRun(
  { scenario: { acceptedDifferences = [], repeatReason }, process, crash, requests, failure }: CompletedRun,
  state: readonly string[],
  states: EndStates,
): { outcome: string; wrong: readonly string[] } {
  if (!process.hasCrashed && crash?.when === 'after')
    return { outcome: '', wrong: ['the process did not crash'] };
  const isRepeated = requests > 1;
  const equals = (other: readonly string[]) => diffLines(other, state).length === 0;
  if (equals(states.complete)) return { outcome: 'done, as without the crash', wrong: [] };
  if (!isRepeated && equals(states.notRequested)) return { outcome: 'as if never requested', wrong: [] };
  if (isRepeated && states.repeated !== null && equals(states.repeated))
    return { outcome: `twice: ${repeatReason}`, wrong: [] };
  const candidates = [states.complete, ...(isRepeated ? [] : [states.notRequested])];
  for (const candidate of candidates) {
    const reasons = diffLines(candidate, state).map(
      (line) => acceptedDifferences.find(({ lines }) => lines.test(line))?.reason,
    );
    if (reasons.every((reason) => reason !== undefined))
      return { outcome: [...new Set(reasons)].join('; '), wrong: [] };
  }
  const wrong = candidates.map((candidate, index) =>
    [
      index === 0 ? 'compared with done:' : 'compared with never requested:',
      ...diffLines(candidate, state),
    ].join('\n    '),
  );
  return { outcome: '', wrong: failure === null ? wrong : [...wrong, `the answer: ${failure}`] };
}
