import type { RequestResult } from './send-request.ts';
import type { TestWorld } from './test-world.ts';

/** A command ready to be sent, with members and classes that no other command uses. */
export interface Trial {
  /** Sends the command. Sending it again repeats the same request of the same client. */
  send(): Promise<RequestResult>;
  /** Counts how often it took effect, as the studio shows it; null where it leaves nothing to count. */
  countEffects(): Promise<number | null>;
}

export interface StudioCommand {
  readonly name: string;
  /** Codes of refusals that mean that the command has taken effect before. */
  readonly alreadyDoneCodes: readonly string[];
  prepare(world: TestWorld): Promise<Trial>;
}
