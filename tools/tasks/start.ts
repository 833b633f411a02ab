import { buildWeb } from '../run/build-web.ts';

buildWeb();
const { main } = await import('#embedded/main.ts');
await main();
