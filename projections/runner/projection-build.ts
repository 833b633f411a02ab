import type { Projection } from '../definition/projection.ts';

/** A projection on its way: what its build schema holds is everything up to `position`. */
export interface ProjectionBuild {
  readonly projection: Projection;
  position: bigint | null;
  hasFailed: boolean;
}
