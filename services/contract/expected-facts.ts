import { z } from 'zod';
import { passValidity } from './pass-validity.ts';

const text = z.string().max(2_000, 'This is longer than the field can be');
const whole = z.number().int();
const flag = z.boolean();
const about =
  'What the caller saw, field by field; if one of them differs now, the answer is 409 CHANGED_SINCE';

const expectedFacts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).partial().optional().describe(about);

/** A class of the timetable, as its list shows it. */
export const expectedTimetableClass = expectedFacts({
  name: text,
  date: text,
  time: text,
  instructorId: whole,
  maxCapacity: whole,
  duration: whole,
  isMarkedFull: flag,
  bookedCount: whole,
});

/** A pass of the catalogue. */
export const expectedPass = expectedFacts({
  name: text,
  classes: whole,
  price: whole,
  description: text,
  isActive: flag,
  isSignUpOnly: flag,
  isPopular: flag,
  validity: passValidity,
});

/** A plan of membership. */
export const expectedPlan = expectedFacts({
  name: text,
  pricePence: whole,
  passes: whole,
  interval: text,
  priority: flag,
  description: text,
  onSale: flag,
  order: whole,
  priceForMembers: whole.nullable(),
  priceForMembersFrom: text.nullable(),
});

export const expectedInstructor = expectedFacts({ name: text, prenatalSuitable: flag });

/** A weekly template. */
export const expectedTemplate = expectedFacts({
  name: text,
  description: text,
  isActive: flag,
  classCount: whole,
});

/** A class of a weekly template. */
export const expectedTemplateClass = expectedFacts({
  name: text,
  dayOfWeek: whole,
  time: text,
  instructorId: whole,
  maxCapacity: whole,
});

/** The value of a setting. */
export const expectedSetting = expectedFacts({ value: text });

/** A staff account. */
export const expectedStaff = expectedFacts({ role: text, status: text, hasSecondFactor: flag });

/** The passes that a member can use. */
export const expectedWallet = expectedFacts({ passesLeft: whole });

/** The body of a call that may come without one, such as a deletion. */
export const optionalExpected = <Schema extends z.ZodType>(expected: Schema) =>
  z.object({ expected }).nullish();
