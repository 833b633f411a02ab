/** How the web states the rule about a late cancellation. */
export { describeLostPass } from '#domain/rules/lost-pass.ts';
