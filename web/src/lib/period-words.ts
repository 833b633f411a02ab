import type { Plan } from '#services/contract/plans.ts';

type Interval = Plan['interval'];
type Words = Readonly<Record<Interval, string>>;

/** After a price and a slash: '£180/month'. */
export const perPeriod: Words = { month: 'month', '4_weeks': '4 weeks' };

/** After a price: '£180 a month'. */
export const aPeriod: Words = { month: 'a month', '4_weeks': 'every four weeks' };

/** '12 classes each month' */
export const eachPeriod: Words = { month: 'each month', '4_weeks': 'every four weeks' };

/** 'Pause for a month' */
export const forAPeriod: Words = { month: 'for a month', '4_weeks': 'for four weeks' };

/** 'the end of the month' */
export const thePeriod: Words = { month: 'the month', '4_weeks': 'the four weeks' };
