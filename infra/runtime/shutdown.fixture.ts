import { once } from 'node:events';
import { createLogger } from '../logging/logger.ts';
import { Shutdown } from './shutdown.ts';

// A process of its own that says what it stops and when, for tests to end. Its argument: how the middle one of its parts stops.
const [how] = process.argv.slice(2);
const say = (what: string) => console.log(what);
const shutdown = new Shutdown(createLogger({ level: 'error', component: 'test' }));
shutdown.first('connections', async () => say('connections'));
shutdown.first(
  'jobs',
  async () => {
    say('jobs');
    if (how === 'fails') throw new Error('not today');
    if (how === 'hangs') await new Promise(() => {});
    // As npm does with what a terminal has sent already; here no machine is too slow for it to be one gesture.
    if (how === 'told twice') process.kill(process.pid, 'SIGINT');
    if (how === 'told twice') await once(process, 'SIGINT');
  },
  // Longer than two signals of one gesture may be apart.
  how === 'hangs' ? 4_000 : 1_000,
);
shutdown.first('requests', async () => say('requests'));
setInterval(() => {}, 60_000);
say('ready');
