// The routing number of the American Bankers Association: district, bank and a check digit.

const WEIGHTS = [3, 7, 1] as const;

/** The first two digits: government, the twelve districts, their thrift banks and electronic numbers, cheques. */
const isDistrict = (prefix: number): boolean =>
  prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;

export const isRoutingNumber = (text: string): boolean => {
  if (!/^\d{9}$/.test(text) || !isDistrict(Number(text.slice(0, 2)))) return false;
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0);
  // Nine zeros fit the sum but are not a routing number.
  return sum > 0 && sum % 10 === 0;
};
