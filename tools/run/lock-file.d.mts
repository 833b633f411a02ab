type LockedPackage = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, LockedPackage> };

export function listMissingOptionalPackages(lock: Lock): { name: string; version: string; dev: boolean }[];
export function isInstalledAsLocked(record: Lock, lock: Lock): boolean;
