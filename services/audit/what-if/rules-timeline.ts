import type { Rate } from '#domain/instructor/rates.ts';
import { isRuleKey } from '#domain/rules/rule-keys.ts';
import { defaultRules, type Rules, type RuleValues, toRules } from '#domain/rules/rules.ts';
import type { StudioRecord } from '../studio-record.ts';

/** The rules as they stood at each moment of a store, and as they would have stood with some of them fixed at other values. */
export class RulesTimeline {
  readonly #fixed: Partial<RuleValues>;
  readonly #isOne: boolean;
  #values: Partial<RuleValues> = {};
  readonly #versions: { at: string; was: Rules; wouldBe: Rules }[] = [];
  readonly #rates = new Map<number, readonly Rate[]>();
  was: Rules = defaultRules;
  wouldBe: Rules;

  /** Without fixed rules both are one object, so that nothing is decided anew, unless `decidesAll`. */
  constructor(fixed: Partial<RuleValues>, { decidesAll = false } = {}) {
    this.#fixed = fixed;
    this.#isOne = Object.keys(fixed).length === 0 && !decidesAll;
    this.wouldBe = this.#isOne ? defaultRules : toRules(fixed, 0);
  }

  /**
   * Takes a change of rules, also of those that were settings before the rulebook, or of an instructor's rates; returns
   * whether it was one.
   */
  add(event: StudioRecord): boolean {
    if (event.type === 'RateSet') {
      const { instructorId } = event.data;
      this.#rates.set(instructorId, [...this.getRates(instructorId), event.data]);
      return true;
    }
    if (event.type === 'RulesChanged') {
      const changed = Object.fromEntries(event.data.changes.map(({ key, to }) => [key, to]));
      this.#set({ ...this.#values, ...changed }, event.data.version, event.data.at);
      return true;
    }
    if (event.type !== 'SettingChanged' || !isRuleKey(event.data.key)) return false;
    const { key, value, at } = event.data;
    this.#set({ ...this.#values, [key]: value }, this.was.version, at);
    return true;
  }

  #set(values: Partial<RuleValues>, version: number, at: string): void {
    this.#values = values;
    this.was = toRules(values, version);
    this.wouldBe = this.#isOne ? this.was : toRules({ ...values, ...this.#fixed }, version);
    this.#versions.push({ at, was: this.was, wouldBe: this.wouldBe });
  }

  /** What an instructor's classes pay, the same in both worlds. */
  getRates(instructorId: number): readonly Rate[] {
    return this.#rates.get(instructorId) ?? [];
  }

  /** The instructor's fee of a class by its start, as the figures count it: before the first version, the first one's. */
  getFees(startsAt: string): { was: number; wouldBe: number } {
    const { was, wouldBe } = this.#versions.findLast(({ at }) => at <= startsAt) ?? this.#versions[0] ?? this;
    return { was: was.instructorFeePence, wouldBe: wouldBe.instructorFeePence };
  }
}
