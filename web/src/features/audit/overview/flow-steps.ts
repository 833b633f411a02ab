import type { AuditFigure, AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { formatNumber } from '#web/lib/numbers.ts';

type Flow = AuditOverviewAnswer['flow'];

/** One bar of the waterfall. */
export interface FlowStep {
  readonly name: string;
  /** Its events; null for what members have before and after. */
  readonly figure: Extract<AuditFigure, keyof Flow> | null;
  /** Positive for passes that members got. */
  readonly change: number;
  readonly span: readonly [from: number, to: number];
  readonly label: string;
  readonly colour: string;
}

const changes = [
  { name: 'Granted', figure: 'granted', sign: 1, colour: 'var(--color-kelp)' },
  { name: 'Used', figure: 'used', sign: -1, colour: 'var(--color-sea)' },
  { name: 'Forfeited', figure: 'forfeited', sign: -1, colour: 'var(--color-coral)' },
  { name: 'Expired', figure: 'expired', sign: -1, colour: 'var(--color-edge)' },
  { name: 'Revoked', figure: 'revoked', sign: -1, colour: 'var(--color-rust)' },
] as const;

/** '+3', '−2', '0' */
export const formatChange = (change: number): string =>
  change === 0 ? '0' : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`;

/** What members had before the month, each change of it, and what they have now. */
export function listFlowSteps(flow: Flow): FlowStep[] {
  const colour = 'var(--color-ink)';
  const whole = (name: string, count: number): FlowStep => ({
    ...{ name, figure: null, change: count, span: [0, count], label: formatNumber(count), colour },
  });
  let level = flow.opening;
  const steps = changes.map(({ sign, ...step }): FlowStep => {
    const change = sign * flow[step.figure];
    const before = level;
    level += change;
    return { ...step, change, span: [before, level], label: formatChange(change) };
  });
  return [whole('Before', flow.opening), ...steps, whole('Now', flow.closing)];
}
