import { main } from '../../bench/main.ts';

await main();
