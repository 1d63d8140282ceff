// Texts as a CFDI writes them: the SAT compares them by character, and its schema collapses white space.
import { remembered } from '../../base/remembered.ts';
import { xmlCharacters } from '../xml/write.ts';
import { PUBLIC_NAME } from './codes.ts';
import type { Rfc } from './rfc.ts';

/** One line without characters that XML cannot carry. */
export const cfdiText = remembered((text) =>
  xmlCharacters(text).normalize('NFC').replace(/\s+/gu, ' ').trim(),
);

/** As the schema counts: characters, not UTF-16 code units. */
export const countCharacters = (text: string): number => [...text].length;

/** Typographic quotes and hyphens that word processors insert. */
const KEYBOARD: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201B\u2032\u00B4]/gu, "'"],
  [/[\u201C-\u201F\u2033\u00AB\u00BB]/gu, '"'],
  [/[\u2010-\u2015]/gu, '-'],
  // Invisible characters, such as soft hyphens, would make it a different name.
  [/\p{Cf}/gu, ''],
];

const capitals = remembered((name) =>
  cfdiText(KEYBOARD.reduce((text, [odd, plain]) => text.replace(odd, plain), name)).toUpperCase(),
);

/**
 * Accents that the SAT's register drops, unlike Ñ: its published test taxpayers are UNIVERSIDAD ROBOTICA ESPAÑOLA,
 * ZAPATERIA URTADO ÑERI, ADRIANA JUAREZ FERNANDEZ. Ü is kept, for lack of a source.
 */
const PLAIN: Readonly<Record<string, string>> = { Á: 'A', É: 'E', Í: 'I', Ó: 'O', Ú: 'U' };

/** Capitals, single spaces, no acute accents: `Papelería  Núñez` is `PAPELERIA NUÑEZ`. */
export const registerSpelling = remembered((name) =>
  capitals(name).replace(/[ÁÉÍÓÚ]/g, (letter) => PLAIN[letter] ?? letter),
);

/** Initials may be written `SA`, `S.A.` or `S A`, and run into the next word: `S.A.DE C.V.` */
const initials = (letters: string): string => letters.split('').join(String.raw`[.\s]*`);
const inWords = (form: string): string =>
  form
    .split(' ')
    .map((word) => (word.length <= 5 && word !== 'DE' ? initials(word) : word))
    .join(String.raw`[.,\s]*`);

/**
 * The legal forms of Mexican law, which the register keeps apart from the name. `base/names` has those of all countries,
 * but only Mexican ones are taken off a name on a CFDI.
 */
const FORMS = `
SA DE CV, SAB DE CV, SAPI DE CV, SAPIB DE CV, SAS DE CV, S DE RL DE CV, S DE RL MI DE CV, S DE RL DE IP, S DE RL MI
S DE RL, SC DE RL DE CV, SC DE RL, SC DE P DE RL DE CV, SC DE AP DE RL, SPR DE RL DE CV, SPR DE RL, SPR DE RI
S EN NC DE CV, S EN NC, S EN C DE CV, S EN C POR A, S EN C, SOFOM ENR, SOFOM ER, SOFOM
SA, SAB, SAPI, SAPIB, SAS, SC, AC, IAP, ABP, SNC
SOCIEDAD ANONIMA PROMOTORA DE INVERSION DE CAPITAL VARIABLE, SOCIEDAD ANONIMA BURSATIL DE CAPITAL VARIABLE
SOCIEDAD ANONIMA DE CAPITAL VARIABLE, SOCIEDAD ANONIMA, SOCIEDAD CIVIL, ASOCIACION CIVIL
SOCIEDAD DE RESPONSABILIDAD LIMITADA DE CAPITAL VARIABLE, SOCIEDAD DE RESPONSABILIDAD LIMITADA
SOCIEDAD POR ACCIONES SIMPLIFICADA`
  .trim()
  .split(/[,\n]\s*/)
  .toSorted((left, right) => right.length - left.length);

const ENDING = new RegExp(String.raw`[\s,]+(?:${FORMS.map(inWords).join('|')})[.\s]*$`, 'u');

const withoutForm = remembered((name): string => {
  const shorter = name.replace(ENDING, '').replace(/[\s,]+$/, '');
  return shorter === name || shorter === '' ? name : withoutForm(shorter);
});

/** Forms that are rarely part of a name. */
const CLEAR_FORMS = FORMS.filter((form) => form.includes(' ') || form === 'SA');
const INSIDE = new RegExp(String.raw`[\s,]+(?:${CLEAR_FORMS.map(inWords).join('|')})[.]?[\s,]+\S`, 'u');

/** Whether a legal form is inside the name, where it stays: `Banco X, S.A., Institución de Banca Múltiple`. */
export const hasFormInside = (name: string, rfc: Rfc): boolean =>
  isCompany(rfc) && INSIDE.test(withoutForm(registerSpelling(name)));

const isCompany = ({ generic, person }: Rfc): boolean => generic === null && person === 'moral';

/**
 * A few names are registered with accents, and a CFDI needs them then. A name copied from the tax certificate is all in
 * capitals, a company's without its legal form.
 */
export const isCopied = (name: string, rfc: Rfc): boolean => {
  if (rfc.generic !== null || capitals(name) !== cfdiText(name)) return false;
  const spelling = registerSpelling(name);
  return spelling !== capitals(name) && (!isCompany(rfc) || withoutForm(spelling) === spelling);
};

/** As the SAT compares names of the general public: no accents at all. */
const plainName = remembered((name) =>
  cfdiText(name)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase(),
);

/** Whether the receiver's name makes the document a global invoice (CFDI40130, 40146). */
export const isPublicName = (name: string): boolean => plainName(name) === PUBLIC_NAME;

/**
 * The name of issuer or receiver as the SAT has it. Only a company's name loses its legal form; in other names such
 * words are part of the name.
 */
export const cfdiName = (name: string, rfc: Rfc): string => {
  if (rfc.generic === 'domestic' && isPublicName(name)) return PUBLIC_NAME;
  if (isCopied(name, rfc)) return capitals(name);
  const spelling = registerSpelling(name);
  return isCompany(rfc) ? withoutForm(spelling) : spelling;
};
