import { expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import {
  beginImport,
  beginUndo,
  closeImport,
  countUndone,
  finishUndo,
  inviteImport,
  stopImport,
} from './decide.ts';
import { importsDecider } from './decider.ts';
import type { ImportEvent, ImportFile } from './events.ts';

const importId = 'a'.repeat(24);
const file: ImportFile = { kind: 'passes', sha256: 'f'.repeat(64), lines: 2, refused: 1 };
const sums = [{ name: '10 Class Pass', lots: 1, passes: 7, pence: 11_900 }];
const about = { importId, source: 'Momence', files: [file], people: 1, sums };
const begun: ImportEvent = { type: 'ImportBegun', data: { ...about, at } };
const closed: ImportEvent = { type: 'ImportClosed', data: { importId, created: 1, merged: 0, sums, at } };
const stopped: ImportEvent = { type: 'ImportStopped', data: { importId, at } };
const invited: ImportEvent = { type: 'ImportInvited', data: { importId, at } };
const undoBegun: ImportEvent = { type: 'ImportUndoBegun', data: { importId, at } };
const undone = (kept: number): ImportEvent => ({
  type: 'ImportUndone',
  data: { importId, lots: 1 - kept, kept, members: 1, at },
});
const close = { importId, created: 1, merged: 0, sums, now };

it('begins an import once', () => {
  given(importsDecider)
    .when((state) => beginImport(state, { ...about, now }))
    .gives(begun);
  given(importsDecider, begun)
    .when((state) => beginImport(state, { ...about, now }))
    .gives();
});

it('refuses a file that another import has brought over, until that was taken back whole', () => {
  const other = { ...about, importId: 'b'.repeat(24), now };
  for (const history of [
    [begun],
    [begun, closed],
    [begun, closed, undoBegun],
    [begun, closed, undoBegun, undone(1)],
  ])
    given(importsDecider, ...history)
      .when((state) => beginImport(state, other))
      .refuses('CONFLICT');
  const { state } = given(importsDecider, begun, closed, undoBegun, undone(0));
  expect(beginImport(state, other)).toHaveLength(1);
  expect(countUndone(state, [file])).toBe(1);
  expect(countUndone(state, [file, { ...file, sha256: '0'.repeat(64) }])).toBe(0);
});

it('stops a running import, which begins again with the same files and keeps its first day', () => {
  const stop = { importId, now };
  for (const [history, events] of [
    [[], []],
    [[begun], [stopped]],
    [[begun, stopped], []],
    [[begun, closed], []],
  ] as const)
    given(importsDecider, ...history)
      .when((state) => stopImport(state, stop))
      .gives(...events);
  given(importsDecider, begun, stopped)
    .when((state) => beginImport(state, { ...about, now }))
    .gives({ ...begun, data: { ...begun.data, at: now.toISOString() } });
  given(importsDecider, begun, stopped)
    .when((state) => beginImport(state, { ...about, importId: 'b'.repeat(24), now }))
    .refuses('CONFLICT');
  const later = { ...begun, data: { ...begun.data, at: now.toISOString() } };
  const { state } = given(importsDecider, begun, stopped, later);
  expect(state.imports.get(importId)).toMatchObject({ status: 'running', begunAt: at });
  for (const decide of [beginUndo, inviteImport])
    given(importsDecider, begun, stopped)
      .when((imports) => decide(imports, stop))
      .refuses('IMPORT_STOPPED');
});

it('closes a running import once', () => {
  for (const [history, events] of [
    [[], []],
    [[begun], [closed]],
    [[begun, closed], []],
  ] as const)
    given(importsDecider, ...history)
      .when((state) => closeImport(state, close))
      .gives(...events);
});

it('invites once, and only what is closed', () => {
  for (const [history, events] of [
    [[begun, closed], [invited]],
    [[begun, closed, invited], []],
  ] as const)
    given(importsDecider, ...history)
      .when((state) => inviteImport(state, { importId, now }))
      .gives(...events);
  for (const [history, code] of [
    [[], 'IMPORT_NOT_FOUND'],
    [[begun], 'IMPORT_RUNNING'],
    [[begun, closed, undoBegun], 'IMPORT_UNDONE'],
  ] as const)
    given(importsDecider, ...history)
      .when((state) => inviteImport(state, { importId, now }))
      .refuses(code);
});

it('an import is undone once, after it is closed', () => {
  given(importsDecider, begun)
    .when((state) => beginUndo(state, { importId, now }))
    .refuses('IMPORT_RUNNING');
  given(importsDecider, begun, closed)
    .when((state) => beginUndo(state, { importId, now }))
    .gives(undoBegun);
  given(importsDecider, begun, closed, undoBegun)
    .when((state) => beginUndo(state, { importId, now }))
    .gives();
  const counts = { importId, lots: 1, kept: 0, members: 1, now };
  given(importsDecider, begun, closed)
    .when((state) => finishUndo(state, counts))
    .gives();
  given(importsDecider, begun, closed, undoBegun)
    .when((state) => finishUndo(state, counts))
    .gives(undone(0));
});
