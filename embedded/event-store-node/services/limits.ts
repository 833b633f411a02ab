/** The most data of all events of one append, in bytes; types and custom metadata do not count. */
export const MAX_APPEND_SIZE = 1_048_576;
