import { downloadFile } from '#web/lib/download-file.ts';
import { send } from '#web/lib/http.ts';

/** Saves the member's data export as indented JSON. Throws `ApiError`. */
export const downloadData = async (): Promise<void> => {
  const response = await send('/api/user/export');
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const text = JSON.stringify(await response.json(), null, 2);
  downloadFile(name ?? 'my-studio-data.json', new Blob([text], { type: 'application/json' }));
};
