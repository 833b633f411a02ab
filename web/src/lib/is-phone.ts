/** Whether the window is as narrow as a phone's, where rows become cards and forms fold. */
export const isPhone = (): boolean => window.matchMedia('(max-width: 47.99rem)').matches;
