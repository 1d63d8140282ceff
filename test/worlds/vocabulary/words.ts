/** The words of a text, parted by line breaks and commas; a word may hold blanks. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(/[,\n]/u)
    .map((word) => word.trim())
    .filter((word) => word !== '');
