import { send } from '../../../lib/http.ts';

/** Saves everything that the studio holds of the member as one file, written to be read. Throws `ApiError`. */
export const downloadData = async (): Promise<void> => {
  const response = await send('/api/user/export');
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const text = JSON.stringify(await response.json(), null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? 'my-studio-data.json';
  link.click();
  URL.revokeObjectURL(url);
};
