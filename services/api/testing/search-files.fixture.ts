import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A value in a file: its name, and the path of the file within the searched directory. */
export interface FileHit {
  readonly what: string;
  readonly path: string;
}

/** The forms in which a program may have written a text: encodings of characters, hexadecimal digits, base64 at any offset, a URL. */
function listForms(value: string): Buffer[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].flatMap((offset) => {
    // The characters at the ends also depend on the bytes around the text.
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
    const inner = [Math.ceil((offset * 8) / 6), Math.floor((whole.length * 8) / 6)] as const;
    return [whole.toString('base64').slice(...inner), whole.toString('base64url').slice(...inner)];
  });
  const texts = [
    value,
    value.toLowerCase(),
    value.toUpperCase(),
    hex,
    hex.toUpperCase(),
    encodeURIComponent(value),
  ];
  return [
    ...[...texts, ...base64].map((text) => Buffer.from(text)),
    Buffer.from(value, 'utf16le'),
    Buffer.from(value, 'utf16le').swap16(),
  ];
}

/** Searches every file below a directory for texts and bytes. Leaves out files whose path `isExcluded`. */
export async function searchFiles(
  directory: string,
  values: Readonly<Record<string, string | Buffer>>,
  isExcluded: (path: string) => boolean = () => false,
): Promise<FileHit[]> {
  const needles = Object.entries(values).map(([what, value]) => ({
    what,
    forms: Buffer.isBuffer(value) ? [value, ...listForms(value.toString('hex'))] : listForms(value),
  }));
  const hits: FileHit[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path);
    if (isExcluded(name)) continue;
    // A running server may remove a file between the listing and the read.
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    for (const { what, forms } of needles) {
      if (forms.some((form) => content.includes(form))) hits.push({ what, path: name });
    }
  }
  return hits;
}
