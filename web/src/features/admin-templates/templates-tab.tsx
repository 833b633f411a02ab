/** Stands here until its helper replaces it. */
export const TemplatesTab = () => <p className="text-ink-muted">Weekly Templates</p>;
