import type { RuleKey } from '#domain/rules/rule-keys.ts';
import type { Sweep } from '#services/audit/what-if/sweep-values.ts';
import type { WhatIfRun } from '#services/audit/what-if/what-if-runs.ts';
import { differencesPerPage, type WhatIfAnswer, whatIfFigures } from '#services/contract/what-if.ts';

/** What was asked, as the answer repeats it. */
export interface WhatIfRequest {
  readonly from: string;
  readonly to: string;
  readonly rules: Partial<Record<RuleKey, string>>;
  readonly sweep: Sweep | null;
}

const heldFixed = [
  'People behave as they did: whoever booked, cancelled, waited or claimed a spot does so again at the same moment, and nobody does anything else.',
  'A booking that was refused left no trace, so nobody is given one who was refused then.',
  'Bookings from before the first day keep the rules that they were made under.',
  'Prices, purchases, memberships and the timetable are as they were.',
  'The figures end with the last day: what happened later does not count.',
];

/** A what-if as far as it has come, with one page of its differences. */
export function describeWhatIf(run: WhatIfRun<WhatIfRequest>, offset: number): WhatIfAnswer {
  const { request, state, progress, outcome } = run;
  const { from, to, rules, sweep } = request;
  const figures: WhatIfAnswer['figures'] = {};
  for (const name of outcome === null ? [] : whatIfFigures) {
    const was = outcome?.result.figures.was[name] ?? 0;
    const wouldBe = outcome?.result.figures.wouldBe[name] ?? 0;
    figures[name] = { was, wouldBe, difference: wouldBe - was };
  }
  const differences = outcome?.result.differences ?? [];
  return {
    success: true,
    state,
    progress,
    from,
    to,
    rules,
    events: outcome?.result.events ?? 0,
    figures,
    differences: differences.slice(offset, offset + differencesPerPage),
    differenceCount: differences.length,
    sweep: sweep === null || outcome === null ? null : { key: sweep.key, values: [...outcome.swept] },
    heldFixed,
  };
}
