import { expect } from 'vitest';
import type { MonthSimulation } from './month-simulation.fixture.ts';
import { sumUp } from './simulated-books.fixture.ts';

/** Expects the figures of every week that touches the simulated month to agree with its books. */
export async function expectWeeks(simulation: MonthSimulation): Promise<void> {
  for (const { weeklyData, expected } of await simulation.readWeeks()) {
    expect(weeklyData).toMatchObject(expected);
    for (const each of weeklyData.dailyBreakdown.flatMap(({ classes }) => classes))
      expect([each.id, each.totalRevenue]).toEqual([each.id, simulation.books.expectedRevenue(each.id)]);
    expect(sumUp(weeklyData.dailyBreakdown.map(({ totalProfit }) => totalProfit))).toBe(expected.totalProfit);
  }
}
