import type { StudioEvent } from '#domain/registry.ts';
import type { RuleValues } from '#domain/rules/rules.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { Span } from './scene.ts';
import { Simulation, type WhatIfResult } from './simulation.ts';
import type { Sweep } from './sweep-values.ts';

/** A request for a simulation. */
export interface WhatIfQuestion {
  readonly span: Span;
  readonly fixed: Partial<RuleValues>;
  /** Decides everything anew even without other rules, to check that nothing differs. */
  readonly decidesAll?: boolean;
  /** Other values of one rule, each simulated as well; null for none. */
  readonly sweep: Sweep | null;
}

export interface SweptValue {
  readonly value: string;
  readonly passesKept: number;
  readonly seatsLost: number;
}

export interface WhatIfOutcome {
  readonly result: WhatIfResult;
  readonly swept: readonly SweptValue[];
}

/** Answers a question from the log, in one pass over it. @throws EventStoreUnavailable */
export async function runWhatIf(
  eventStore: Pick<EventStore<StudioEvent>, 'readAll'>,
  { span, fixed, sweep, decidesAll = false }: WhatIfQuestion,
  onProgress: (position: bigint) => void,
): Promise<WhatIfOutcome> {
  const asked = new Simulation(span, fixed, { decidesAll });
  const others = (sweep?.values ?? []).map((value) => ({
    value,
    simulation: new Simulation(span, sweep === null ? {} : { [sweep.key]: value }),
  }));
  reading: for await (const events of eventStore.readAll(null, 5_000)) {
    for (const event of events) {
      if (!asked.add(event)) break reading;
      for (const { simulation } of others) simulation.add(event);
    }
    const last = events.at(-1);
    if (last !== undefined) onProgress(last.position);
  }
  const swept = others.map(({ value, simulation }) => {
    const { passesReturned = 0, seatsLost = 0 } = simulation.finish().figures.wouldBe;
    return { value, passesKept: passesReturned, seatsLost };
  });
  return { result: asked.finish(), swept };
}
