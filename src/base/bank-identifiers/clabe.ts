// CLABE: bank, branch, account and a check digit, 18 digits in all.

const WEIGHTS = [3, 7, 1] as const;

/** Only the last digit of each product counts. */
export const isClabe = (text: string): boolean => {
  if (!/^\d{18}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = digits
    .slice(0, 17)
    .reduce((total, digit, index) => total + ((digit * (WEIGHTS[index % 3] ?? 0)) % 10), 0);
  return digits[17] === (10 - (sum % 10)) % 10;
};
