/** The whole rulebook, for the pages that state much of it. */
export { defaultRules, type Rules, toRules } from '#domain/rules/rules.ts';
export { spellDays, spellMonths, spellTimes } from '#domain/rules/spelling.ts';
