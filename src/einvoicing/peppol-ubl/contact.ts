// What XRechnung asks of the contact of a seller.

/** Three digits at least (BR-DE-27). */
export const isTelephone = (text: string): boolean => (text.match(/[0-9]/g)?.length ?? 0) >= 3;

/** One @, and behind it a domain of two names at least (BR-DE-28). */
export const isEmail = (text: string): boolean => /^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/.test(text.trim());
