import { parseArgs } from 'node:util';
import { runSoak } from '../../bench/soak/run-soak.ts';

/** `npm run bench:soak -- --minutes 60`: an hour of a studio's life, two months by its clock, and what of it grows. */
const { values } = parseArgs({
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
  minutes: Number(values.minutes),
  warmUpMinutes: Number(values['warm-up']),
  warmUpFactor: Number(values['warm-up-factor']),
  perSecond: Number(values.rate),
  members: Number(values.members),
  ...(values.samples === undefined ? {} : { samples: values.samples }),
});
process.exitCode = isFlat ? 0 : 1;
