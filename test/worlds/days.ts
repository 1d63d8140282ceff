// Days as numbers since 1970, so that a world reckons with integers.

const MS = 86_400_000;

export const dayOf = (text: string): number => Math.round(Date.parse(`${text}T00:00:00Z`) / MS);

export const dayText = (day: number): string => new Date(day * MS).toISOString().slice(0, 10);

/** Saturdays and Sundays go to the Monday after. */
export const bankDay = (day: number): number => {
  const weekday = new Date(day * MS).getUTCDay();
  return weekday === 6 ? day + 2 : weekday === 0 ? day + 1 : day;
};

export const monthOf = (day: number): number => new Date(day * MS).getUTCMonth();

export const yearOf = (day: number): number => new Date(day * MS).getUTCFullYear();

/** `2026-03-05` as `05.03.2026`, `05/03/26` and the like. */
export const dayAs = (day: number, separator: string, yearDigits: 0 | 2 | 4): string => {
  const [year, month, date] = dayText(day).split('-') as [string, string, string];
  const parts = yearDigits === 0 ? [date, month] : [date, month, year.slice(4 - yearDigits)];
  return parts.join(separator);
};
