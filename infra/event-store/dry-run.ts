import type { DeciderStore, EventShape, LoadedState, RunnableDecider } from './types.ts';

interface DryState<State, E extends EventShape> extends LoadedState<State> {
  readonly decider: RunnableDecider<State, E>;
}

export interface DryRun<All extends EventShape> {
  readonly deciders: DeciderStore<All>;
  /** The events that would have been appended so far, in order. */
  readonly events: readonly All[];
}

/**
 * A store that decides on the real state and appends nothing: whole commands run on it, and `events` is what they would append.
 * Later decisions of a run see the changes of earlier ones.
 */
export function createDryRun<All extends EventShape>(real: DeciderStore<All>): DryRun<All> {
  const events: All[] = [];
  const dryStates = new Map<string, object>();

  function known<State, E extends All>(
    decider: RunnableDecider<State, E>,
    id: string,
  ): DryState<State, E> | undefined {
    const entry = dryStates.get(decider.stream(id));
    return entry !== undefined && isMadeBy(entry, decider) ? entry : undefined;
  }

  async function load<State, E extends All>(
    decider: RunnableDecider<State, E>,
    id: string,
  ): Promise<LoadedState<State>> {
    const entry = known(decider, id);
    if (entry === undefined) return real.load(decider, id);
    const { state, revision, position } = entry;
    return { state, revision, position };
  }

  return {
    events,
    deciders: {
      load,
      peek: (decider, id) => known(decider, id)?.state ?? real.peek(decider, id),
      async handle(decider, id, _context, decide) {
        const before = await load(decider, id);
        const decided = decide(before.state);
        const after = { ...before, state: decided.reduce(decider.evolve, before.state) };
        dryStates.set(decider.stream(id), { ...after, decider });
        events.push(...decided);
        return { ...after, events: decided };
      },
    },
  };
}

function isMadeBy<State, E extends EventShape>(
  entry: object,
  decider: RunnableDecider<State, E>,
): entry is DryState<State, E> {
  return 'decider' in entry && entry.decider === decider;
}
