// Days as whole numbers, so that distances are subtractions.

const MS_PER_DAY = 86_400_000;

/** Days since 1970 of a YYYY-MM-DD; 0 for a text that is no day. */
export const dayNumber = (day: string): number => {
  const time = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
  return Number.isFinite(time) ? Math.round(time / MS_PER_DAY) : 0;
};

/** 1 to 12. */
export const readMonth = (day: string): number => Number(day.slice(5, 7));
