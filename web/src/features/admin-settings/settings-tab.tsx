/** Stands here until its helper replaces it. */
export const SettingsTab = () => <p className="text-ink-muted">Settings</p>;
