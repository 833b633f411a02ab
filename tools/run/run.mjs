// The only program that the machine's own Node (20 or later) runs. It installs the packages of the lock file, then starts the
// task with the pinned Node, which runs TypeScript. It has no dependencies, and no syntax beyond Node 20.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './end-with-parent.mjs';
import { ensurePackages } from './ensure-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [task = '', ...args] = process.argv.slice(2);
const program = join(root, 'tools/tasks', `${task}.ts`);
if (!/^[a-z-]+$/.test(task) || !existsSync(program)) {
  console.error(`There is no task "${task}". The tasks are the files of tools/tasks.`);
  process.exit(2);
}

const node = ensurePackages(root);
const child = spawn(
  node,
  ['--import', new URL('./end-with-parent.mjs', import.meta.url).href, program, ...args],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TASK_RUNNER_PID: String(process.pid),
      PATH: [join(root, 'node_modules/node/bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(
        delimiter,
      ),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache/compiled'),
    },
  },
);

if (process.env.npm_lifecycle_event !== undefined) endWithParent(process.ppid);
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
  process.on(signal, () => {
    // A terminal sends Ctrl+C to the child as well.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  });
}
child.on('error', (error) => {
  console.error(`${node} could not be run: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
  process.exit(code ?? 128 + (signalNumbers[signal] ?? 0));
});
