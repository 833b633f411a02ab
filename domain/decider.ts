/**
 * An aggregate as pure functions: its stream, its initial state and how events change the state. Its decisions are
 * functions `decide(state, command) → events` beside it, which throw a `Refusal` when a rule forbids the command.
 */
export interface Decider<State, Event> {
  readonly stream: (id: string) => string;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
}
