// Spanish words as the search in the catalogues compares them.
import { normaliseName, wordsOf } from '../../../base/names/normalise.ts';

/** Words that tell no product from another. */
const FILLERS = new Set(
  'a al ante con de del e el en la las los no o para por que se sin su sus u un una y servicio servicios'.split(
    ' ',
  ),
);

/** What the catalogue, written for all of Latin America, calls things of Mexican everyday language. */
const EVERYDAY: ReadonlyMap<string, readonly string[]> = new Map([
  ['asesoria', ['asesoramiento', 'consultoria']],
  ['comida', ['restaurante', 'alimento']],
  ['computadora', ['computador']],
  ['consultoria', ['asesoramiento']],
  ['evento', ['ceremonia']],
  ['flete', ['transporte', 'carga', 'carretera']],
  ['hospedaje', ['hotel']],
  ['laptop', ['notebook']],
  ['logo', ['grafico']],
  ['logotipo', ['grafico']],
  ['luz', ['energia', 'electrica']],
  ['oficina', ['comercial']],
  ['pagina', ['sitio']],
  ['programacion', ['software']],
  ['renta', ['arrendamiento', 'alquiler']],
]);

/** What a word counts for that stands for another. */
const STAND_IN = 0.7;

/** The words that tell something, in the spelling that is compared. */
export const tellingWords = (text: string): string[] =>
  wordsOf(normaliseName(text)).filter((word) => !FILLERS.has(word));

/** Without the endings of number and gender: one stem for `diseño` and `diseños`, `médico` and `médicas`. */
export const stem = (word: string): string => {
  const singular = word.length > 3 ? word.replace(/(?<=[^aeiou])es$|s$/, '') : word;
  return singular.length > 3 ? singular.replace(/[aeo]$/, '') : singular;
};

/** The word and those that stand for it, with their weight. */
export const meantBy = (word: string): readonly (readonly [string, number])[] => [
  [word, 1],
  ...(EVERYDAY.get(word) ?? EVERYDAY.get(word.replace(/s$/, '')) ?? []).map(
    (other) => [other, STAND_IN] as const,
  ),
];
