// Rows of lists tell less than the record itself.

/** Of an object in a row, which has fewer fields, those that the row tells. */
export const sameFields = (told: unknown, whole: unknown): unknown =>
  typeof told === 'object' &&
  told !== null &&
  !Array.isArray(told) &&
  typeof whole === 'object' &&
  whole !== null
    ? Object.fromEntries(Object.entries(whole).filter(([name]) => name in told))
    : whole;
