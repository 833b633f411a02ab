import { runStandaloneNode } from '#embedded/event-store-node/run-standalone-node.ts';
import { parseNumber, readOptions, refuse } from './support/read-options.ts';

const HELP = `npm run event-store -- [--port N] [--data DIR]

Runs the embedded event store alone, with a Postgres of its own, until Ctrl-C. Prints its connection string. It has no
credential: every program on this machine can use it.

  --port N     the port on 127.0.0.1 (2113; 0 takes a free one)
  --data DIR   where its Postgres stores the data (.data/event-store)
  --help       this text`;

const { values } = readOptions(HELP, {
  options: {
    port: { type: 'string', default: '2113' },
    data: { type: 'string', default: '.data/event-store' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const port = parseNumber('--port', values.port);
if (port > 65_535) refuse(`--port ${values.port} is not a port.`);
await runStandaloneNode({ port, dataDir: values.data });
