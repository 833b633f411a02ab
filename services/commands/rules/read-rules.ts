import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import type { Rules } from '#domain/rules/rules.ts';
import type { CommandDeps } from '../define-command.ts';

/** Reads the rules in force from their stream. Concurrent calls share one read. */
export async function readRules(deciders: CommandDeps['deciders']): Promise<Rules> {
  return (await deciders.load(rulebookDecider, RULEBOOK)).state.rules;
}
