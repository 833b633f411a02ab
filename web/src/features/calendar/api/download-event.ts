import { downloadFile } from '#web/lib/download-file.ts';
import { send } from '#web/lib/http.ts';

/** Saves a booking as a calendar file. Throws `ApiError`. */
export const downloadEvent = async (bookingId: number): Promise<void> => {
  const response = await send(`/api/bookings/${bookingId}/calendar.ics`, { accept: 'text/calendar' });
  downloadFile('class.ics', await response.blob());
};
