import { parseArgs } from 'node:util';
import { runRelease } from '../../bench/release/run-release.ts';

/** `npm run bench:load`: a release at noon, and where the limit is. `--rates 134,500 --seconds 60` are what it takes by itself. */
const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '5000' },
    pages: { type: 'string', default: '1000' },
    rates: { type: 'string', default: '134,500' },
    seconds: { type: 'string', default: '60' },
    'no-limit': { type: 'boolean', default: false },
  },
});
const isMet = await runRelease({
  members: Number(values.members),
  pages: Number(values.pages),
  rates: values.rates.split(',').map(Number),
  seconds: Number(values.seconds),
  findLimit: !values['no-limit'],
});
process.exitCode = isMet ? 0 : 1;
