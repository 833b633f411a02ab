/**
 * Optional packages that another one names with an exact version and that the lock file does not hold.
 */
export function missingOptionalPackages(lock) {
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
 * Whether npm's record of node_modules holds what the lock file asks for: every package that is not optional, and none in
 * another version.
 */
export function installedAsLocked(record, lock) {
  const sameVersions = Object.entries(record.packages).every(
    ([path, { version }]) => lock.packages[path]?.version === version,
  );
  const allThere = Object.entries(lock.packages).every(
    ([path, { optional, devOptional }]) => path === '' || optional || devOptional || path in record.packages,
  );
  return sameVersions && allThere;
}
