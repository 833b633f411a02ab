/** Stands here until its helper replaces it. */
export const MembersTab = () => <p className="text-ink-muted">Members</p>;
