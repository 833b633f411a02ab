import { buildWeb } from '../run/build-web.ts';

/** Builds web/dist for the image. */
buildWeb();
