import { type ClassType, classTypes } from '#services/contract/values.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';

/** How a fact of an edited thing is shown. */
export interface FactText {
  readonly label: string;
  readonly format?: (value: string | number) => string;
}

const isLevel = (value: string | number): value is ClassType => classTypes.some((level) => level === value);

/** The facts by their names in the API; what one kind of thing words differently, its editor words itself. */
const texts: Readonly<Record<string, FactText>> = {
  name: { label: 'Name', format: (value) => (isLevel(value) ? getLevelName(value) : String(value)) },
  date: { label: 'Date', format: (value) => formatShortWallDay(String(value)) },
  time: { label: 'Time' },
  instructorId: { label: 'Instructor' },
  maxCapacity: { label: 'Capacity' },
  duration: { label: 'Length', format: (value) => `${value} minutes` },
  isMarkedFull: { label: 'Marked full' },
  bookedCount: { label: 'Booked' },
  classes: { label: 'Classes' },
  price: { label: 'Price', format: (value) => formatExactPence(Number(value)) },
  description: { label: 'Description' },
  isActive: { label: 'Active' },
  isSignUpOnly: { label: 'Sign-up only' },
  isPopular: { label: 'Popular' },
  validity: { label: 'Valid for' },
  prenatalSuitable: { label: 'Pre & post natal' },
  classCount: { label: 'Classes' },
  value: { label: 'Value' },
  role: { label: 'Role' },
  status: { label: 'Status' },
  hasSecondFactor: { label: 'Two-step sign-in' },
  passesLeft: { label: 'Passes that can be used' },
};

/** The label of a fact. */
export const getFactLabel = (name: string, own: Readonly<Record<string, FactText>>): string =>
  (own[name] ?? texts[name])?.label ?? name;

/** The value of a fact as a person reads it; a dash for none. */
export const formatFact = (
  name: string,
  value: string | number | boolean | null,
  own: Readonly<Record<string, FactText>>,
): string => {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return (own[name] ?? texts[name])?.format?.(value) ?? String(value);
};
