// Which characters the standard PDF fonts can show, and the closest replacement for the others.

/** The characters that Windows-1252 has in place of Latin-1's control characters. */
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

const shown = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || EXTRA.includes(character);
};

export const isWinAnsi = (text: string): boolean => [...text].every(shown);

/** Greek (ISO 843), Cyrillic (as in passports), and Latin letters that do not decompose into letter and accent. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ...pairs('ł l Ł L đ d Đ D ħ h Ħ H ı i ŧ t Ŧ T ŋ ng Ŋ NG ĸ k ſ s ə e Ə E'),
  ...pairs(
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o ' +
      'Α A Β V Γ G Δ D Ε E Ζ Z Η I Θ Th Ι I Κ K Λ L Μ M Ν N Ξ X Ο O Π P Ρ R Σ S Τ T Υ Y Φ F Χ Ch Ψ Ps Ω O',
  ),
  ...pairs(
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ' +
      'ъ ie ы y ь _ э e ю iu я ia і i є ie ґ g ј j љ lj њ nj ћ c ђ dj џ dz ' +
      'А A Б B В V Г G Д D Е E Ж Zh З Z И I К K Л L М M Н N О O П P Р R С S Т T У U Ф F Х Kh Ц Ts Ч Ch Ш Sh ' +
      'Щ Shch Ъ Ie Ы Y Ь _ Э E Ю Iu Я Ia І I Є Ie Ґ G Ј J Љ Lj Њ Nj Ћ C Ђ Dj Џ Dz',
  ),
  ...pairs('‐ - ‑ - ‒ - − - ― — ′ \' ″ " ⁄ / ≤ <= ≥ >= ₂ 2 № No ₽ RUB ₹ INR ₩ KRW ₺ TRY ₴ UAH ₿ BTC'),
};

/** Parses `ł l Ł L` into a table; `_` means the empty string. */
function pairs(text: string): Record<string, string> {
  const words = text.split(' ');
  const table: Record<string, string> = {};
  for (let index = 0; index + 1 < words.length; index += 2) {
    table[words[index] ?? ''] = (words[index + 1] ?? '').replace('_', '');
  }
  return table;
}

const UNKNOWN = '?';

/** Null if there is none, as for Chinese. */
const spell = (character: string): string | null => {
  if (shown(character)) return character;
  const listed = SPELLINGS[character];
  if (listed !== undefined) return listed;
  if (/\p{Mark}|\p{Control}|\p{Format}/u.test(character)) return '';
  if (/\p{Space_Separator}/u.test(character)) return ' ';
  // Normalises half-width and full-width forms, ligatures and accented letters.
  const parts = [...character.normalize('NFKD')].filter((part) => !/\p{Mark}/u.test(part));
  const spelt = parts.map((part) => (shown(part) ? part : SPELLINGS[part]));
  return spelt.includes(undefined) ? null : spelt.join('');
};

/** The closest text that the standard fonts can show, with a question mark for each character without a replacement. */
export const toWinAnsi = (text: string): string =>
  [...text.normalize('NFC')].map((character) => spell(character) ?? UNKNOWN).join('');

/** Whether all characters have a replacement. */
export const hasSpelling = (text: string): boolean =>
  [...text.normalize('NFC')].every((character) => spell(character) !== null);
