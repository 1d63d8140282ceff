// Lists of words as spec/vocabulary writes them.

/** Words with blanks between them. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Phrases with commas between them. */
export const phrasesIn = (text: string): readonly string[] => (text === '' ? [] : text.split(', '));
