/** Lists optional packages that are required with an exact version and are missing from the lock file. */
export function listMissingOptionalPackages(lock) {
  const paths = Object.keys(lock.packages);
  return Object.values(lock.packages).flatMap(({ dev, optionalDependencies }) =>
    Object.entries(optionalDependencies ?? {})
      .filter(([, version]) => /^\d+\.\d+\.\d+/.test(version))
      .filter(
        ([name]) =>
          !paths.some((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)),
      )
      .map(([name, version]) => ({ name, version, dev: dev === true })),
  );
}

/**
 * Whether npm's record of node_modules matches the lock file: every package that is not optional, and no other versions.
 */
export function isInstalledAsLocked(record, lock) {
  const hasSameVersions = Object.entries(record.packages).every(
    ([path, { version }]) => lock.packages[path]?.version === version,
  );
  const hasAll = Object.entries(lock.packages).every(
    ([path, { optional, devOptional }]) => path === '' || optional || devOptional || path in record.packages,
  );
  return hasSameVersions && hasAll;
}
