import type { MembershipEvent } from '#domain/membership/events.ts';
import { type PlanState, planDecider } from '#domain/plan/decider.ts';
import type { PlanEvent } from '#domain/plan/events.ts';
import { findTerms, firstPlanTerms, type PlanTerms } from '#domain/plan/terms.ts';
import type { Exceptions, Place } from './audit-exception.ts';

/** Replays the plans, and checks that what a membership has of its plan is what was sold. */
export class PlanLedger {
  readonly #plans = new Map<number, PlanState>();
  readonly #exceptions: Exceptions;

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  applyPlan(event: PlanEvent): void {
    const { planId } = event.data;
    const before = this.#plans.get(planId) ?? planDecider.initial;
    this.#plans.set(planId, planDecider.evolve(before, event));
  }

  applyMembership(event: MembershipEvent, place: Place): void {
    const isUpgrade = event.type === 'MembershipPlanUpgraded';
    if (event.type !== 'MembershipStarted' && event.type !== 'MembershipRenewed' && !isUpgrade) return;
    const { plan, memberId, lotId } = event.data;
    // An upgrade within a period gives a part of the plan's passes.
    const passes = isUpgrade ? plan.passes : event.data.passes;
    const sold = this.#findSold(plan);
    const expected =
      sold === undefined ? 'a version of a plan that was on sale' : formatTerms(sold, sold.passes);
    const found = formatTerms(plan, passes);
    if (expected === found) return;
    this.#exceptions.add(
      'PLAN_NOT_AS_SOLD',
      place,
      { memberId, lotId },
      { expected, found, sentence: `Lot ${lotId} is a period of a plan that was not sold so.` },
    );
  }

  /** The price is not compared: a price change for holders leaves the plan as it was sold. */
  #findSold({ planId, version }: PlanTerms): PlanTerms | undefined {
    // Memberships are older than the first plan's stream.
    if (planId === firstPlanTerms.planId && version === firstPlanTerms.version) return firstPlanTerms;
    return findTerms(this.#plans.get(planId)?.versions ?? [], version);
  }
}

const formatTerms = ({ planId, version, name, interval, priority }: PlanTerms, passes: number): string =>
  `plan ${planId}, version ${version}, ${name}, ${passes} passes, ${interval}, priority ${priority}`;
