/** What it costs to read one character of a text. */
export const perCharacter = 0.1;

/** What one character of a pattern costs for each unit of the text it is searched in. */
export const perPatternCharacter = 0.25;

/** What it costs to make a list, before anything is put in it. */
export const newList = 10;

/** What it costs to make a map, before anything is put in it. */
export const newMap = 30;
