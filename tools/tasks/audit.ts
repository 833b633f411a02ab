import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import { createMovableClock } from '#infra/clock/movable-clock.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { readBroughtThings } from '#projections/read-models/wallet/import-queries.ts';
import { studioProjections } from '#projections/registry.ts';
import { verifyBundle } from '#services/audit/bundle/verify-bundle.ts';
import {
  type CertificateVerdict,
  findDisagreements,
  verifyCertificate,
} from '#services/audit/erasure/certificate.ts';
import {
  buildImportCertificate,
  findImportDisagreements,
  type ImportVerdict,
  verifyImportCertificate,
} from '#services/audit/import/certificate.ts';
import { type ReceiptVerdict, verifyReceipt } from '#services/audit/receipt/verify-receipt.ts';
import { isImportEvent } from '#services/audit/studio-record.ts';
import { certifyErasure } from '#services/audit/verification/certify-erasure.ts';
import { sealVerification } from '#services/audit/verification/seal-verification.ts';
import { type Verdict, verifyInstallation } from '#services/audit/verification/verify-installation.ts';
import { readOptions, refuse } from './support/read-options.ts';
import { withEvents } from './support/with-events.ts';

const tool = { component: 'audit', level: 'error' } as const;

/**
 * `npm run audit -- verify`: replays the whole store of this installation and verifies it.
 * `npm run audit -- verify FILE [--key FINGERPRINT]`: checks an exported bundle, receipt or certificate without the
 * studio. With `--here` also compares a certificate with this installation. The files of an import may follow its
 * certificate.
 */
const usage = `npm run audit -- verify                            this installation, event by event
npm run audit -- verify FILE [--key FINGERPRINT]   an exported bundle, receipt or certificate, by itself
npm run audit -- verify FILE --here                a certificate against this installation
npm run audit -- verify FILE members.csv …         a certificate of an import, and the files that it names`;
const { values: options, positionals } = readOptions(usage, {
  allowPositionals: true,
  options: { key: { type: 'string' }, here: { type: 'boolean' } },
});
const [command, file, ...more] = positionals;
if (command !== 'verify') refuse(usage);
process.exit((await (file === undefined ? verifyStore() : verifyFile(file))) ? 0 : 1);

function describeUnreadable(path: string, { code }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return `${path} does not exist.`;
    case 'EISDIR':
      return `${path} is a folder, not a file.`;
    default:
      return `${path} could not be read (${code}).`;
  }
}

/** Ends the command when the file can't be read: nothing is shown to hold then. */
async function readNamedFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    console.error(error instanceof Error ? describeUnreadable(path, error) : `${path} could not be read.`);
    process.exit(1);
  }
}

async function verifyFile(path: string): Promise<boolean> {
  const text = (await readNamedFile(path)).toString();
  const brought = verifyImportCertificate(text);
  if (brought !== null) return verifyImport(brought);
  if (more.length > 0) refuse(usage);
  const certificate = verifyCertificate(text);
  if (certificate !== null) return verifyErasure(certificate);
  const receipt = verifyReceipt(text);
  if (receipt !== null) return reportReceipt(receipt);
  const { about, problems: found } = verifyBundle(text);
  const problems = [...found];
  if (about !== null) {
    console.log(`${about.studio}: the passes of member ${about.memberId} as of ${about.asOf}`);
    console.log(`Exported ${about.exportedAt}, ${about.events} events`);
    problems.push(...checkSigner(about.fingerprint));
  }
  for (const problem of problems) console.log(`✗ ${problem}`);
  console.log(problems.length === 0 ? '✓ It holds: signature, chain and arithmetic.' : '✗ It does not hold.');
  return problems.length === 0;
}

/** Prints a receipt of a waiting list, moment by moment. */
function reportReceipt({ content, fingerprint, problems: found }: ReceiptVerdict): boolean {
  const { studio, classId, class: about, issuedAt, moments } = content;
  console.log(
    `${studio}: the waiting list of class ${classId} (${about.level}, ${about.date} at ${about.time})`,
  );
  console.log(`Issued ${issuedAt}, ${moments.length} moments`);
  for (const { at, what, mine, place, booked, capacity, waiting, yourPlace, rule } of moments) {
    const who = mine ? 'you' : place === null ? '' : `place ${place}`;
    const line = `${at}  ${what.padEnd(15)} ${who.padEnd(9)} ${booked} of ${capacity} booked, ${waiting} waiting, you are ${yourPlace ?? 'not in the line'}`;
    console.log(rule === null ? line : `${line}  (version ${rule.version}: ${rule.text})`);
  }
  const problems = [...found, ...checkSigner(fingerprint)];
  for (const problem of problems) console.log(`✗ ${problem}`);
  console.log(problems.length === 0 ? '✓ It holds: signature and every step.' : '✗ It does not hold.');
  return problems.length === 0;
}

/** Prints the key of a signature. Returns a problem when it differs from the expected key. */
function checkSigner(fingerprint: string): string[] {
  console.log(`Signed with the key ${fingerprint}`);
  const expected = options.key?.replaceAll(' ', '');
  if (expected === undefined) console.log('Compare it with the key that the studio publishes at its desk.');
  else if (expected !== fingerprint.replaceAll(' ', '')) {
    return [`It is signed with another key than ${options.key}.`];
  }
  return [];
}

async function verifyErasure({
  content,
  fingerprint,
  problems: found,
}: CertificateVerdict): Promise<boolean> {
  const { studio, memberId, asked, key, sealed, kept } = content;
  console.log(`${studio}: the erasure of member ${memberId}, certified ${content.issuedAt}`);
  console.log(
    `Asked for ${asked.at} by ${asked.by.kind} ${asked.by.id ?? ''}, event ${asked.position} of the log`,
  );
  console.log(`Key destroyed ${key.destroyedAt}; ${sealed.events} sealed events can’t be read by anyone`);
  console.log(
    kept.until === null
      ? 'Nothing is kept on any screen'
      : `${kept.bookings} bookings and ${kept.payments} payments are kept without a name until ${kept.until}`,
  );
  const problems = [...found, ...checkSigner(fingerprint)];
  if (options.here === true) problems.push(...findDisagreements(content, await certifyHere(memberId)));
  for (const problem of problems) console.log(`✗ ${problem}`);
  const success =
    options.here === true
      ? '✓ It holds, and this installation says the same.'
      : '✓ It holds: signature and dates.';
  console.log(problems.length === 0 ? success : '✗ It does not hold.');
  return problems.length === 0;
}

/** Prints the certificate of an import. */
async function verifyImport({ content, fingerprint, problems: found }: ImportVerdict): Promise<boolean> {
  const { studio, source, importId, files, members, ledgerSums } = content;
  console.log(`${studio}: brought over from ${source}, import ${importId}, closed ${content.closedAt}`);
  for (const { kind, sha256, lines, refused } of files)
    console.log(`${kind}.csv: ${lines} lines, ${refused} refused, SHA-256 ${sha256}`);
  console.log(`${members.created} new members, ${members.merged} who were here`);
  for (const { name, lots, passes, pence } of ledgerSums)
    console.log(`${name}: ${lots} lots, ${passes} passes, ${pence} pence`);
  const problems = [...found, ...checkSigner(fingerprint), ...(await checkFiles(files))];
  if (options.here === true)
    problems.push(...findImportDisagreements(content, await certifyImportHere(importId)));
  for (const problem of problems) console.log(`✗ ${problem}`);
  const success = `✓ It holds: signature, and the files come to what the ledger has${options.here === true ? ', which this installation says, too' : ''}.`;
  console.log(problems.length === 0 ? success : '✗ It does not hold.');
  return problems.length === 0;
}

/** The files that were named beside a certificate and are not those that were brought over. */
async function checkFiles(files: ImportVerdict['content']['files']): Promise<string[]> {
  const problems: string[] = [];
  for (const path of more) {
    const bytes = await readNamedFile(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (files.every(({ sha256 }) => sha256 !== hash)) problems.push(`${path} is not a file of this import.`);
  }
  return problems;
}

/** Creates this installation's certificate of an import; null when it cannot. */
function certifyImportHere(importId: string) {
  return withEvents(tool, async ({ config, pool, store }) => {
    const { events } = await store.readStream(importsDecider.stream(ALL_IMPORTS));
    const state = events.filter(isImportEvent).reduce(importsDecider.evolve, importsDecider.initial);
    const one = state.imports.get(importId);
    if (one?.closedAt == null || one.status !== 'closed') return null;
    const memberIds = (await readBroughtThings(pool, importId)).map(({ memberId }) => memberId);
    const source = { eventStore: store, studio: config.studio.name };
    return buildImportCertificate(source, { ...one, closedAt: one.closedAt }, memberIds, new Date());
  });
}

/** Creates this installation's certificate for a member; null when it cannot. */
function certifyHere(memberId: string) {
  return withEvents(tool, async ({ config, pool, store }) => {
    const source = { pool, eventStore: store, studio: config.studio.name };
    return (await certifyErasure(source, memberId, new Date())) ?? null;
  });
}

async function verifyStore(): Promise<boolean> {
  const verdict = await withEvents(tool, async ({ config, databaseUrl, pool, store, emailHash, signer }) => {
    const clock = await createMovableClock(pool, systemClock);
    const found = await verifyInstallation({
      databaseUrl,
      store,
      projections: studioProjections,
      now: clock.now(),
      emailHash,
      ...(process.stdout.isTTY
        ? { onProgress: (events: number) => process.stdout.write(`\r${events} events`) }
        : {}),
    });
    const start = {
      id: randomUUID(),
      studio: config.studio.name,
      origin: 'command',
      startedBy: null,
    } as const;
    await sealVerification({ pool, signer }, { ...start, verdict: found });
    return found;
  });
  print(verdict);
  return verdict.holds;
}

function print({ holds, events, readModels, tookMs }: Verdict): void {
  const { totals, underWay } = events;
  const { passes, pence } = totals;
  const rows = readModels.compared.reduce((sum, compared) => sum + compared.rows, 0);
  console.log(
    `${totals.events} events of ${totals.streams} streams, to position ${events.position ?? 'none'}, in ${(tookMs / 1_000).toFixed(1)} s`,
  );
  console.log(
    `${totals.wallets} wallets, ${totals.lots} lots, ${passes.granted} passes: ${passes.available} available, ${passes.held} held, ${passes.used} used, ${passes.forfeited} forfeited, ${passes.expired} expired, ${passes.revoked} revoked`,
  );
  console.log(
    `${totals.payments} payments and ${totals.invoices} invoices: ${pence.received} pence received, ${pence.refunded} refunded, ${pence.disputed} disputed`,
  );
  console.log(`${totals.erased} members erased, and looked for in the keys and tables`);
  console.log(`${readModels.compared.length} read models compared, ${rows} rows`);
  console.log(
    `Under way: ${underWay.bookings} bookings, ${underWay.payments} payments, ${underWay.invoices} invoices`,
  );
  for (const { code, stream, revision, position, sentence, expected, found } of events.exceptions) {
    console.log(`✗ ${code} ${stream}@${revision} (position ${position}): ${sentence}`);
    console.log(`    expected ${expected}; found ${found}`);
  }
  for (const { sentence, expected, found } of readModels.differences) {
    console.log(`✗ READ_MODEL ${sentence}`);
    console.log(`    expected ${expected ?? 'nothing'}; found ${found ?? 'nothing'}`);
  }
  for (const { projection, reason } of readModels.notCompared) {
    console.log(`✗ READ_MODEL ${projection} could not be compared: ${reason}.`);
  }
  const wrong = events.exceptionCount + readModels.compared.reduce((sum, one) => sum + one.differing, 0);
  console.log(
    holds ? '✓ It holds: every pass is where the events say.' : `✗ It does not hold: ${wrong} exceptions.`,
  );
}
