// Texts as a CFDI carries them: the SAT compares them by character, and its schema collapses white space.
import { xmlCharacters } from '../xml/write.ts';
import { PUBLIC_NAME } from './codes.ts';
import type { Rfc } from './rfc.ts';

/** One line without characters that XML cannot carry. */
export const cfdiText = (text: string): string =>
  xmlCharacters(text).normalize('NFC').replace(/\s+/gu, ' ').trim();

/** As the schema counts: characters, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length;

/** What word processors make of the quotes and hyphens of a keyboard. */
const KEYBOARD: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201B\u2032\u00B4]/gu, "'"],
  [/[\u201C-\u201F\u2033\u00AB\u00BB]/gu, '"'],
  [/[\u2010-\u2015]/gu, '-'],
  // Marks that nobody sees, such as soft hyphens, but that make another name of it.
  [/\p{Cf}/gu, ''],
];

const capitals = (name: string): string =>
  cfdiText(KEYBOARD.reduce((text, [odd, plain]) => text.replace(odd, plain), name)).toUpperCase();

/**
 * Accents that the SAT's register of taxpayers does not keep; Ñ it does. So it spells the taxpayers that the SAT made up
 * for tests and published with their certificates: UNIVERSIDAD ROBOTICA ESPAÑOLA, ZAPATERIA URTADO ÑERI, ADRIANA JUAREZ
 * FERNANDEZ, S & SOFTWARE. Nothing was found on Ü; it stays, for it changes how a name is said.
 */
const PLAIN: Readonly<Record<string, string>> = { Á: 'A', É: 'E', Í: 'I', Ó: 'O', Ú: 'U' };

/** Capitals, single spaces, no acute accents: `Papelería  Núñez` is `PAPELERIA NUÑEZ`. */
export const registerSpelling = (name: string): string =>
  capitals(name).replace(/[ÁÉÍÓÚ]/g, (letter) => PLAIN[letter] ?? letter);

/** Initials may be written `SA`, `S.A.` or `S A`, and run into the next word: `S.A.DE C.V.` */
const initials = (letters: string): string => letters.split('').join(String.raw`[.\s]*`);
const inWords = (form: string): string =>
  form
    .split(' ')
    .map((word) => (word.length <= 5 && word !== 'DE' ? initials(word) : word))
    .join(String.raw`[.,\s]*`);

/**
 * The forms of companies that Mexican law knows, which the register keeps apart from the name. Not those of
 * `domain/names`: that list is for comparing names of any country, and a name on a CFDI keeps whatever else it has.
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

const withoutForm = (name: string): string => {
  const shorter = name.replace(ENDING, '').replace(/[\s,]+$/, '');
  return shorter === name || shorter === '' ? name : withoutForm(shorter);
};

/** Forms that are not easily part of a name. */
const CLEAR_FORMS = FORMS.filter((form) => form.includes(' ') || form === 'SA');
const INSIDE = new RegExp(String.raw`[\s,]+(?:${CLEAR_FORMS.map(inWords).join('|')})[.]?[\s,]+\S`, 'u');

/** `Banco X, S.A., Institución de Banca Múltiple`: whether a legal form stands where it is not taken off. */
export const hasFormInside = (name: string, rfc: Rfc): boolean =>
  isCompany(rfc) && INSIDE.test(withoutForm(registerSpelling(name)));

const isCompany = ({ generic, person }: Rfc): boolean => generic === null && person === 'moral';

/**
 * A few names are registered with their accents, and then a CFDI needs them. Whoever copies a name from the tax
 * certificate writes it as it stands there: all in capitals, a company's without its legal form.
 */
export const isCopied = (name: string, rfc: Rfc): boolean => {
  if (rfc.generic !== null || capitals(name) !== cfdiText(name)) return false;
  const spelling = registerSpelling(name);
  return spelling !== capitals(name) && (!isCompany(rfc) || withoutForm(spelling) === spelling);
};

/** As the SAT compares names of the general public: no accents at all. */
const plainName = (name: string): string =>
  cfdiText(name)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase();

/** Whether a name is the one that makes a document to the general public a global invoice (CFDI40130, 40146). */
export const isPublicName = (name: string): boolean => plainName(name) === PUBLIC_NAME;

/**
 * The name of issuer or receiver as the SAT has it. Only a company's loses its legal form: what looks like one in the
 * name of a person, a foreigner or a customer without RFC is part of the name.
 */
export const cfdiName = (name: string, rfc: Rfc): string => {
  if (rfc.generic === 'domestic' && isPublicName(name)) return PUBLIC_NAME;
  if (isCopied(name, rfc)) return capitals(name);
  const spelling = registerSpelling(name);
  return isCompany(rfc) ? withoutForm(spelling) : spelling;
};
