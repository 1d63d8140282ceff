// IBAN: country, two check digits, account; ISO 13616 with the remainder of ISO 7064 MOD 97-10.

export const normaliseIban = (text: string): string => text.toUpperCase().replace(/\s+/g, '');

export const isIban = (text: string): boolean => {
  const iban = normaliseIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  // Letters count 10 to 35; the number has up to 66 digits, so the remainder is taken digit by digit.
  const rearranged = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const digits = rearranged.replace(/[A-Z]/g, (letter) => parseInt(letter, 36).toString());
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1;
};
