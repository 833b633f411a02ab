import { classDecider } from '#domain/class/decider.ts';
import type { ClassEvent } from '#domain/class/events.ts';
import type { ClassState } from '#domain/class/state.ts';
import type { Decider } from '#domain/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import type { WalletState } from '#domain/wallet/state.ts';

/** The history as it was, and as it would be under other rules. */
export type World = 'was' | 'wouldBe';

/** The two states of one stream: the same object until its two histories differ. */
export type Twin<State> = Record<World, State>;

type Decide<State, E> = (state: State, world: World) => readonly E[];

/** Notes an event of one world, with the state before it. */
type Note<State, E> = (world: World, event: E, before: State) => void;

/** What a decision depends on besides its facts is left out: which version of the same rules made it. */
const toComparable = (events: readonly object[]): string =>
  JSON.stringify(events, (key, value: unknown) => (key === 'rulesVersion' ? undefined : value));

function tryDecide<State, E>(decide: Decide<State, E>, state: State, world: World): readonly E[] {
  try {
    return decide(state, world);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** The twins of every stream of one kind. */
class Twins<Id, State, E extends object> {
  readonly #decider: Decider<State, E>;
  readonly #twins = new Map<Id, Twin<State>>();
  readonly #note: Note<State, E>;

  constructor(decider: Decider<State, E>, note: Note<State, E>) {
    this.#decider = decider;
    this.#note = note;
  }

  get(id: Id): Twin<State> {
    const known = this.#twins.get(id);
    if (known !== undefined) return known;
    const { initial } = this.#decider;
    const twin = { was: initial, wouldBe: initial };
    this.#twins.set(id, twin);
    return twin;
  }

  entries(): IterableIterator<[Id, Twin<State>]> {
    return this.#twins.entries();
  }

  /** Applies events to both worlds without deciding anything. */
  applyToBoth(id: Id, events: readonly E[]): void {
    const twin = this.get(id);
    for (const event of events) {
      const isSame = twin.was === twin.wouldBe;
      this.#note('was', event, twin.was);
      this.#note('wouldBe', event, twin.wouldBe);
      twin.was = this.#decider.evolve(twin.was, event);
      twin.wouldBe = isSame ? twin.was : this.#decider.evolve(twin.wouldBe, event);
    }
  }

  applyTo(world: World, id: Id, events: readonly E[]): void {
    const twin = this.get(id);
    for (const event of events) {
      this.#note(world, event, twin[world]);
      twin[world] = this.#decider.evolve(twin[world], event);
    }
  }

  /**
   * Repeats what was decided, in both worlds. Where both decide the same, the record is used for both. So a history without a
   * difference is repeated to the letter, whatever decided it then. Returns the events of the world that would be.
   */
  repeat(id: Id, recorded: readonly E[], decide: Decide<State, E>, isSameByRule: boolean): readonly E[] {
    const twin = this.get(id);
    if (isSameByRule && twin.was === twin.wouldBe) {
      this.applyToBoth(id, recorded);
      return recorded;
    }
    const wouldBe = tryDecide(decide, twin.wouldBe, 'wouldBe');
    const isSame = toComparable(tryDecide(decide, twin.was, 'was')) === toComparable(wouldBe);
    if (isSame) {
      this.applyToBoth(id, recorded);
      return recorded;
    }
    this.applyTo('was', id, recorded);
    this.applyTo('wouldBe', id, wouldBe);
    return wouldBe;
  }
}

/** Every class and wallet of the studio, in both worlds. */
export class Worlds {
  readonly classes: Twins<number, ClassState, ClassEvent>;
  readonly wallets: Twins<string, WalletState, WalletEvent>;

  constructor(note: {
    readonly class: Note<ClassState, ClassEvent>;
    readonly wallet: Note<WalletState, WalletEvent>;
  }) {
    this.classes = new Twins(classDecider, note.class);
    this.wallets = new Twins(walletDecider, note.wallet);
  }
}
