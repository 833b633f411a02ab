import { runSoak } from '../bench/soak/run-soak.ts';
import { parseNumber, readOptions } from './support/read-options.ts';

/** `npm run bench:soak -- --minutes 60`: an hour of traffic, two months by the studio's clock, and the trends of its memory. */
const usage =
  'npm run bench:soak -- [--minutes N] [--warm-up MINUTES] [--warm-up-factor N] [--rate PER_SECOND] [--members N] [--samples FILE]';
const { values } = readOptions(usage, {
  options: {
    minutes: { type: 'string', default: '60' },
    'warm-up': { type: 'string', default: '10' },
    'warm-up-factor': { type: 'string', default: '4' },
    rate: { type: 'string', default: '6' },
    members: { type: 'string', default: '20000' },
    samples: { type: 'string' },
  },
});
const isFlat = await runSoak({
  minutes: parseNumber('--minutes', values.minutes, 1),
  warmUpMinutes: parseNumber('--warm-up', values['warm-up']),
  warmUpFactor: parseNumber('--warm-up-factor', values['warm-up-factor']),
  perSecond: parseNumber('--rate', values.rate),
  members: parseNumber('--members', values.members, 1),
  ...(values.samples === undefined ? {} : { samples: values.samples }),
});
process.exitCode = isFlat ? 0 : 1;
