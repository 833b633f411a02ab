import { z } from 'zod';
import { cleanLine, cleanText } from '#domain/text.ts';

/** A text of one line, such as a name, cleaned of what could make it look like something else where it is shown. */
export const lineText = z.string().overwrite(cleanLine);

/** A text of several lines, cleaned in the same way. */
export const linesText = z.string().overwrite(cleanText);
