import { createRequire } from 'node:module';
import type PDFKit from 'pdfkit';

const require = createRequire(import.meta.url);

export interface PdfSection {
  readonly heading: string;
  /** A smaller line below the heading. */
  readonly note?: string;
  /** Lines, with empty ones between paragraphs. */
  readonly text: string;
}

export interface PdfContent {
  readonly title: string;
  readonly note?: string;
  readonly sections: readonly PdfSection[];
  /** At the foot of each page, before the page's number. */
  readonly footer: string;
  /** The document's own date. With the same content and date, the bytes are the same. */
  readonly createdAt: Date;
}

export interface Pdf {
  readonly data: Buffer;
  readonly pages: number;
}

type Doc = InstanceType<typeof PDFKit>;

const MARGIN = 56;
const INK = '#12313A';
const MUTED = '#4A6067';
const LINE = '#E8E1D6';

/** DejaVu Sans has every accent of Latin, Greek and Cyrillic in one file. */
const fontFiles = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
} as const;

const styles = {
  title: { font: 'bold', size: 19, color: INK },
  heading: { font: 'bold', size: 12, color: INK },
  note: { font: 'regular', size: 8.5, color: MUTED },
  text: { font: 'regular', size: 10, color: INK },
} as const;
type Style = (typeof styles)[keyof typeof styles];

/** Characters of other scripts, which the font lacks or which run from right to left, and rare symbols. */
const UNKNOWN = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0020-\u036F\u2000-\u27BF])[^\n]/gu;
const formatCode = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Shows a character without a glyph by its code, so that nothing is lost silently. */
const toShown = (text: string): string =>
  text.normalize('NFC').replace(/\t/g, '   ').replace(UNKNOWN, formatCode);

function write(doc: Doc, text: string, { font, size, color }: Style): void {
  doc.font(font).fontSize(size).fillColor(color);
  // An empty line is half as high as another.
  for (const line of toShown(text).split('\n')) {
    if (line === '') doc.moveDown(0.5);
    else doc.text(line, { lineGap: 2 });
  }
}

function writeSection(doc: Doc, { heading, note, text }: PdfSection): void {
  const { width, height } = doc.page;
  // A heading stays with its first lines.
  if (doc.y > height - MARGIN - 80) doc.addPage();
  doc.moveDown(1);
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(width - MARGIN, doc.y)
    .strokeColor(LINE)
    .stroke();
  doc.moveDown(0.6);
  write(doc, heading, styles.heading);
  if (note !== undefined) write(doc, note, styles.note);
  doc.moveDown(0.3);
  write(doc, text, styles.text);
}

function numberPages(doc: Doc, footer: string): number {
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page);
    // The footer stands in the margin, where text would begin another page.
    doc.page.margins.bottom = 0;
    doc.y = doc.page.height - MARGIN + 16;
    doc.x = MARGIN;
    write(doc, `${footer} · page ${page + 1} of ${count}`, styles.note);
  }
  return count;
}

/** Creates an A4 document of titled texts. Its font is embedded. */
export async function createPdf({ title, note, sections, footer, createdAt }: PdfContent): Promise<Pdf> {
  // Loaded only for the first document.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, CreationDate: createdAt },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const written = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  for (const [name, file] of Object.entries(fontFiles)) doc.registerFont(name, file);
  write(doc, title, styles.title);
  if (note !== undefined) write(doc, note, styles.note);
  for (const section of sections) writeSection(doc, section);
  const pages = numberPages(doc, footer);
  doc.end();
  await written;
  return { data: Buffer.concat(chunks), pages };
}
