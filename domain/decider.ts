/**
 * An aggregate as pure functions: where its stream is, how its state grows from events. What it decides is a function
 * `decide(command, state) → events` beside it, which throws a `Refusal` where a rule says no.
 */
export interface Decider<State, Event> {
  readonly stream: (id: string) => string;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
}
