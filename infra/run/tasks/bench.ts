import { main } from '../../bench/main.ts';

await main(process.argv.slice(2));
