import { once } from 'node:events';
import { createLogger } from '../logging/logger.ts';
import { Shutdown } from './shutdown.ts';

// A process that prints each step of its shutdown. Its argument is how the middle step behaves.
const [how] = process.argv.slice(2);
const print = (what: string) => console.log(what);
const shutdown = new Shutdown(createLogger({ level: 'error', component: 'test' }));
shutdown.addStep('connections', async () => print('connections'));
shutdown.addStep(
  'jobs',
  async () => {
    print('jobs');
    if (how === 'fails') throw new Error('not today');
    if (how === 'hangs') await new Promise(() => {});
    // npm repeats a signal that the terminal has sent already.
    if (how === 'signalled twice') process.kill(process.pid, 'SIGINT');
    if (how === 'signalled twice') await once(process, 'SIGINT');
  },
  // Longer than the time in which a signal counts as repeated.
  how === 'hangs' ? 4_000 : 1_000,
);
shutdown.addStep('requests', async () => print('requests'));
setInterval(() => {}, 60_000);
print('ready');
