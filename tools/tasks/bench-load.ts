import { runRelease } from '../bench/release/run-release.ts';
import { numberOf, readOptions } from './support/read-options.ts';

/** `npm run bench:load`: a release at noon, and where the limit is. `--rates 134,500 --seconds 60` are what it takes by itself. */
const usage = 'npm run bench:load -- [--members N] [--pages N] [--rates N,N…] [--seconds N] [--no-limit]';
const { values } = readOptions(usage, {
  options: {
    members: { type: 'string', default: '5000' },
    pages: { type: 'string', default: '1000' },
    rates: { type: 'string', default: '134,500' },
    seconds: { type: 'string', default: '60' },
    'no-limit': { type: 'boolean', default: false },
  },
});
const isMet = await runRelease({
  members: numberOf('--members', values.members, 1),
  pages: numberOf('--pages', values.pages),
  rates: values.rates.split(',').map((rate) => numberOf('--rates', rate, 1)),
  seconds: numberOf('--seconds', values.seconds, 1),
  findLimit: !values['no-limit'],
});
process.exitCode = isMet ? 0 : 1;
