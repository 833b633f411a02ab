/** Today and tomorrow: one read for the next classes and for the data of search engines. */
export const daysInView = 2;
