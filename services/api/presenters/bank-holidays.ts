import Holidays from 'date-holidays';
import { addDaysToDay } from '#domain/london-time.ts';

/** The bank holidays of England from one London day to a year later. */
export function listBankHolidays(today: string): { date: string; name: string }[] {
  const calendar = new Holidays('GB', 'ENG', { languages: 'en' });
  const year = Number(today.slice(0, 4));
  const last = addDaysToDay(today, 365);
  return [year, year + 1]
    .flatMap((each) => calendar.getHolidays(each))
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => ({ date: date.slice(0, 10), name }))
    .filter(({ date }) => date >= today && date <= last);
}
