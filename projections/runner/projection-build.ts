import type { Projection } from '../definition/projection.ts';

/** A projection being built. Its build schema contains everything up to `position`. */
export interface ProjectionBuild {
  readonly projection: Projection;
  position: bigint | null;
  hasFailed: boolean;
}
