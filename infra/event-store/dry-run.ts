import type { DeciderStore, EventShape, Loaded, RunnableDecider } from './types.ts';

interface Imagined<State, E extends EventShape> extends Loaded<State> {
  readonly decider: RunnableDecider<State, E>;
}

export interface DryRun<All extends EventShape> {
  readonly deciders: DeciderStore<All>;
  /** What would have been appended so far, in order. */
  readonly events: readonly All[];
}

/**
 * A store that decides on what is really there and appends nothing: whole commands run on it, and `events` tells what they
 * would do. Later decisions of the same run see what the earlier ones would have changed.
 */
export function dryRunOf<All extends EventShape>(real: DeciderStore<All>): DryRun<All> {
  const events: All[] = [];
  const imagined = new Map<string, object>();

  function known<State, E extends All>(
    decider: RunnableDecider<State, E>,
    id: string,
  ): Imagined<State, E> | undefined {
    const entry = imagined.get(decider.stream(id));
    return entry !== undefined && isMadeBy(entry, decider) ? entry : undefined;
  }

  async function load<State, E extends All>(
    decider: RunnableDecider<State, E>,
    id: string,
  ): Promise<Loaded<State>> {
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
        imagined.set(decider.stream(id), { ...after, decider });
        events.push(...decided);
        return { ...after, events: decided };
      },
    },
  };
}

function isMadeBy<State, E extends EventShape>(
  entry: object,
  decider: RunnableDecider<State, E>,
): entry is Imagined<State, E> {
  return 'decider' in entry && entry.decider === decider;
}
