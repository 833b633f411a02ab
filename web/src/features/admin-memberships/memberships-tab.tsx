/** Stands here until its helper replaces it. */
export const MembershipsTab = () => <p className="text-ink-muted">Memberships</p>;
