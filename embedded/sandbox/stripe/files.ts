import { z } from 'zod';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiRoute, ok, type Upload } from './api-route.ts';
import { newId, toUnixSeconds } from './ids.ts';
import { Expandable, readInput } from './read-input.ts';

const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** The kinds of file that Stripe takes as evidence, by their first bytes. */
const SIGNATURES = [
  { type: 'pdf', bytes: Buffer.from('%PDF-') },
  { type: 'jpg', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: 'png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
];

const Create = z.strictObject({ ...Expandable, purpose: z.literal('dispute_evidence') });

function readType({ content }: Upload): string {
  const found = SIGNATURES.find(({ bytes }) => content.subarray(0, bytes.length).equals(bytes));
  if (found === undefined) {
    throw invalidRequest('Invalid file type: evidence is a PDF, a JPEG or a PNG.', { param: 'file' });
  }
  if (content.length > MAX_FILE_BYTES) {
    throw invalidRequest('The file is too large: at most 5 MB.', { code: 'file_too_large', param: 'file' });
  }
  return found.type;
}

/** Uploads of evidence. Stripe has them on a host of its own, files.stripe.com. */
export const fileRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: 'files',
    handle: async (call) => {
      const { purpose } = readInput(Create, call.input);
      const { upload, now } = call;
      if (upload === null)
        throw invalidRequest('Missing required param: file.', { code: 'parameter_missing', param: 'file' });
      const file = {
        id: newId('file'),
        object: 'file' as const,
        created: toUnixSeconds(now),
        expires_at: null,
        filename: upload.name,
        links: null,
        purpose,
        size: upload.content.length,
        title: null,
        type: readType(upload),
        url: null,
      };
      await call.store.insert('file', file, { content: upload.content.toString('base64') });
      return ok(file);
    },
  },
  {
    method: 'GET',
    path: 'files/:id',
    handle: async (call) => {
      readInput(z.strictObject(Expandable), call.input);
      const file = await call.store.read('file', call.id);
      if (file === null) throw noSuch('file upload', call.id);
      return ok(file);
    },
  },
];
