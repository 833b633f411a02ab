import type { Projection } from '../core/projection.ts';

/** A projection on its way: what its build schema holds is everything up to `position`. */
export interface Building {
  readonly projection: Projection;
  position: bigint | null;
  failed: boolean;
}
