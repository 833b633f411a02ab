/** The data of one append together, in bytes; type and custom metadata are not counted. */
export const MAX_APPEND_SIZE = 1_048_576;
