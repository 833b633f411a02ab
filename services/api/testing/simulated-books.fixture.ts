import { addDaysToDay } from '#domain/london-time.ts';

/** A sale or refund in a month, `yyyy-MM`. */
interface Entry {
  readonly name: string;
  readonly pence: number;
  readonly month: string;
}

/** A lot with its price, its last day and the classes that used it, in order. */
interface Lot {
  readonly pence: number;
  readonly passes: number;
  readonly expires: string;
  classIds: number[];
}

interface ClassEntry {
  readonly date: string;
  readonly fee: number;
  readonly cancelled: boolean;
}

export const sumUp = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);
const sumPence = (rows: readonly { readonly pence: number }[]) => sumUp(rows.map(({ pence }) => pence));

/** What a simulation did. The expected figures are computed from these entries alone, without the studio's code. */
export class SimulatedBooks {
  readonly sales: Entry[] = [];
  readonly refunds: Entry[] = [];
  readonly classes = new Map<number, ClassEntry>();
  readonly #lots = new Map<string, Lot[]>();

  lotsOf = (member: string): readonly Lot[] => this.#lots.get(member) ?? [];

  addSale(member: string, sale: Entry, passes: number, expires: string): void {
    this.sales.push(sale);
    const lot = { pence: sale.pence, passes, expires, classIds: [] };
    this.#lots.set(member, [...this.lotsOf(member), lot]);
  }

  /** Uses a pass of the member's lot that expires first, the oldest of equals. */
  addUse(member: string, classId: number): void {
    const usable = this.lotsOf(member).filter(({ classIds, passes }) => classIds.length < passes);
    usable.toSorted((a, b) => a.expires.localeCompare(b.expires))[0]?.classIds.push(classId);
  }

  removeUses(member: string, classId: number): void {
    for (const lot of this.lotsOf(member)) lot.classIds = lot.classIds.filter((id) => id !== classId);
  }

  cancelClass(classId: number): void {
    const entry = this.classes.get(classId);
    if (entry !== undefined) this.classes.set(classId, { ...entry, cancelled: true });
    for (const member of this.#lots.keys()) this.removeUses(member, classId);
  }

  /** The classes that were held. */
  get heldClasses(): readonly (readonly [number, ClassEntry])[] {
    return [...this.classes].filter(([, { cancelled }]) => !cancelled);
  }

  countUses(classId: number): number {
    return [...this.#lots.values()]
      .flat()
      .flatMap(({ classIds }) => classIds)
      .filter((id) => id === classId).length;
  }

  /** The pence that a class consumed: an equal part of each lot, the last pass with the remainder. */
  expectedRevenue(classId: number): number {
    let pence = 0;
    for (const lot of [...this.#lots.values()].flat())
      for (const [index, id] of lot.classIds.entries()) {
        if (id !== classId) continue;
        pence += Math.floor(lot.pence / lot.passes);
        if (index === lot.passes - 1) pence += lot.pence % lot.passes;
      }
    return pence;
  }

  expectedMonth(month: string) {
    const isMembership = ({ name }: Entry) => name === 'Monthly Membership';
    const isPass = (entry: Entry) => !isMembership(entry);
    const sales = this.sales.filter((sale) => sale.month === month);
    const refunds = this.refunds.filter((refund) => refund.month === month);
    const net = (isWanted: (entry: Entry) => boolean) =>
      sumPence(sales.filter(isWanted)) - sumPence(refunds.filter(isWanted));
    const held = this.heldClasses.filter(([, { date }]) => date.startsWith(month));
    const costs = sumUp(held.map(([, { fee }]) => fee));
    const passes = net(isPass);
    const memberships = net(isMembership);
    return {
      passSales: { totalRevenue: passes, totalSold: sales.filter(isPass).length },
      membershipSales: { totalRevenue: memberships, totalSold: sales.filter(isMembership).length },
      instructorCosts: { totalCosts: costs, totalClasses: held.length },
      totals: {
        totalRevenue: passes + memberships,
        totalCosts: costs,
        netProfit: passes + memberships - costs,
      },
    };
  }

  expectedWeek(monday: string) {
    const sunday = addDaysToDay(monday, 6);
    const held = this.heldClasses.filter(([, { date }]) => date >= monday && date <= sunday);
    const revenue = sumUp(held.map(([id]) => this.expectedRevenue(id)));
    const fees = sumUp(held.map(([, { fee }]) => fee));
    return {
      weekStart: monday,
      weekEnd: sunday,
      totalClasses: held.length,
      totalRevenue: revenue,
      totalInstructorFees: fees,
      totalProfit: revenue - fees,
    };
  }
}
