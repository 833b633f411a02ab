import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runTask } from '../backup/run-task.fixture.ts';

it.each([
  ['a file that is missing', join(tmpdir(), 'no-such-certificate.json'), 'does not exist.'],
  ['a folder', tmpdir(), 'is a folder, not a file.'],
])('reports in one line what is wrong with %s', async (_name, path, sentence) => {
  expect(await runTask('audit', ['verify', path], {})).toEqual({ code: 1, printed: `${path} ${sentence}\n` });
});
