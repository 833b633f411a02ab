import { send } from '../../../lib/http.ts';

/** Saves a booking as a calendar file, which the device opens with its calendar. Throws `ApiError`. */
export const downloadEvent = async (bookingId: number): Promise<void> => {
  const response = await send(`/api/bookings/${bookingId}/calendar.ics`, { accept: 'text/calendar' });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = 'class.ics';
  link.click();
  URL.revokeObjectURL(url);
};
