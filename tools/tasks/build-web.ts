import { buildWeb } from '../run/build-web.ts';

/** Builds web/dist, as the image needs it. */
buildWeb();
