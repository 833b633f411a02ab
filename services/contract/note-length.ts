/** The most characters of a note by staff. */
export const maxNoteLength = 2_000;
