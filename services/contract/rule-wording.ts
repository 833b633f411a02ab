/** How the web states a rule. Every page loads it, so it has no more than that. */
export { describeLateness, formatDays, formatHours, formatMinutes } from '#domain/rules/wording.ts';
