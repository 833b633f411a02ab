import { createHash } from 'node:crypto';
import type { Upload } from './api-route.ts';
import type { FormFields } from './parse-form.ts';

/** The body of a multipart request. */
interface Multipart {
  readonly fields: FormFields;
  readonly upload: Upload | null;
  /** Of the fields and the file; the boundary between them is another in each request. */
  readonly fingerprint: string;
}

export const isMultipart = (body: unknown): body is Multipart =>
  typeof body === 'object' && body !== null && 'fingerprint' in body;

/** Parses `multipart/form-data` with at most one file. @throws TypeError when it is malformed */
export async function parseMultipart(body: Buffer, contentType: string): Promise<Multipart> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  const fields: Record<string, string> = {};
  let upload: Upload | null = null;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else upload = { name: value.name, content: Buffer.from(await value.arrayBuffer()) };
  }
  const hash = createHash('sha256').update(JSON.stringify(fields));
  if (upload !== null) hash.update(upload.name).update(upload.content);
  return { fields, upload, fingerprint: hash.digest('hex') };
}
