// IBAN: country, two check digits, account; ISO 13616 with the remainder of ISO 7064 MOD 97-10.

export const normaliseIban = (text: string): string => text.toUpperCase().replace(/\s+/g, '');

/** Of any country and length: BR-DE-19 asks for the check digits only. */
export const isIban = (text: string): boolean => {
  const iban = normaliseIban(text);
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && fitsCheckDigits(iban);
};

/** The check digits count last, and letters count 10 to 35. */
export const fitsCheckDigits = (iban: string): boolean => {
  const rearranged = `${iban.slice(4)}${iban.slice(0, 4)}`;
  return BigInt(rearranged.replace(/[A-Z]/g, (letter) => parseInt(letter, 36).toString())) % 97n === 1n;
};
