import { cleanText } from './text.ts';

/**
 * Where a spreadsheet may find a formula: at the start of a cell, and after what some of them separate cells by. They skip blanks
 * and quotes before it, and read full-width signs as signs.
 */
const formulaStart = /(^|[;|\n])([\s"]*)(?=[=+\-@＝＋－＠])/gu;

/** Text for a cell of a CSV file, which no spreadsheet evaluates: an apostrophe precedes each sign that begins a formula. */
export const toSpreadsheetText = (text: string): string => cleanText(text).replaceAll(formulaStart, "$1$2'");
