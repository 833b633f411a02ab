import type PDFKit from 'pdfkit';
import { createSplitRuns, getFontName, readFonts, type SplitRuns, type Weight } from './fonts.ts';

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

interface Style {
  readonly weight: Weight;
  readonly size: number;
  readonly color: string;
}

const styles = {
  title: { weight: 'bold', size: 20, color: INK },
  heading: { weight: 'bold', size: 13, color: INK },
  note: { weight: 'regular', size: 9, color: MUTED },
  text: { weight: 'regular', size: 10, color: INK },
} satisfies Record<string, Style>;

function writeLine(doc: Doc, splitRuns: SplitRuns, line: string, { weight, size, color }: Style): void {
  const runs = splitRuns(line.replace(/\t/g, '   '));
  doc.fontSize(size).fillColor(color);
  if (runs.length === 0) {
    doc.font(getFontName('latin', weight)).moveDown(0.5);
    return;
  }
  for (const [index, { script, text }] of runs.entries())
    doc.font(getFontName(script, weight)).text(text, { continued: index < runs.length - 1, lineGap: 2 });
}

function writeSection(doc: Doc, splitRuns: SplitRuns, { heading, note, text }: PdfSection): void {
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
  writeLine(doc, splitRuns, heading, styles.heading);
  if (note !== undefined) writeLine(doc, splitRuns, note, styles.note);
  doc.moveDown(0.3);
  for (const line of text.split('\n')) writeLine(doc, splitRuns, line, styles.text);
}

function numberPages(doc: Doc, splitRuns: SplitRuns, footer: string): number {
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page);
    // The footer stands in the margin, where text would begin another page.
    doc.page.margins.bottom = 0;
    doc.y = doc.page.height - MARGIN + 16;
    doc.x = MARGIN;
    writeLine(doc, splitRuns, `${footer} · page ${page + 1} of ${count}`, styles.note);
  }
  return count;
}

/** Creates an A4 document of titled texts. Its fonts are embedded: Latin with every accent, Greek and Cyrillic. */
export async function createPdf({ title, note, sections, footer, createdAt }: PdfContent): Promise<Pdf> {
  // Loaded only when somebody needs a document.
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
  for (const { name, data } of readFonts()) doc.registerFont(name, data);
  const splitRuns = createSplitRuns();
  writeLine(doc, splitRuns, title, styles.title);
  if (note !== undefined) writeLine(doc, splitRuns, note, styles.note);
  for (const section of sections) writeSection(doc, splitRuns, section);
  const pages = numberPages(doc, splitRuns, footer);
  doc.end();
  await written;
  return { data: Buffer.concat(chunks), pages };
}
