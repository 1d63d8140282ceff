// Products by text: names that share rare words with it come first.
import { setImmediate as pause } from 'node:timers/promises';
import { productAt, productText, type Product } from './products.ts';
import { foldText, meantBy, stem, stemsOf, tellingWords } from './words.ts';

/** Each description and each similar name is a name of its product. */
interface NameIndex {
  /** The names in which a stem stands, ascending; twice the name, plus one where the stem begins it. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  /** By name: the position of its product, and how many words it has. */
  readonly products: readonly number[];
  readonly lengths: readonly number[];
}

/** How many rows are read at a stretch: some 20 ms of work. */
const STRETCH = 1_000;

/** Pauses after each stretch, where whoever builds it may let others work. */
function* buildIndex(): Generator<void, NameIndex> {
  const names = new Map<string, number[]>();
  const products: number[] = [];
  const lengths: number[] = [];
  const readStems = stemsOf();
  for (const [index, row] of productText().split('\n').entries()) {
    if (index % STRETCH === 0) yield;
    const [, description = '', , validTo, similar = ''] = foldText(row).split('\t');
    if (validTo !== '') continue;
    for (const text of [description, ...(similar === '' ? [] : similar.split(','))]) {
      const stems = readStems(text);
      let entry = products.length * 2 + 1;
      for (const word of stems) {
        const entries = names.get(word);
        if (entries === undefined) names.set(word, [entry]);
        else entries.push(entry);
        entry = products.length * 2;
      }
      products.push(index);
      lengths.push(stems.size);
    }
  }
  return { names, products, lengths };
}

let built: NameIndex | undefined;

const findIndex = (): NameIndex => {
  if (built !== undefined) return built;
  const building = buildIndex();
  let step = building.next();
  while (step.done !== true) step = building.next();
  return (built = step.value);
};

/** Builds the index beside other work, so that the first search need not wait for it. */
export const warmProductSearch = async (): Promise<void> => {
  const building = buildIndex();
  for (let step = building.next(); built === undefined; step = building.next()) {
    if (step.done === true) built = step.value;
    else await pause();
  }
};

/** In Spanish the first word of a name says what it is, the others which one. */
const FIRST_WORD = 1.5;
const MAX_WORDS = 30;

/** The weight of each name that has a word of the text: the rarer the word, the more. */
const weighNames = (
  { names, products }: NameIndex,
  words: readonly string[],
): ReadonlyMap<number, number> => {
  const weights = new Map<number, number>();
  for (const [position, word] of words.entries()) {
    const found = new Map<number, number>();
    for (const [meant, share] of meantBy(word)) {
      for (const entry of names.get(stem(meant)) ?? []) {
        const weight = share * (entry % 2 === 1 ? FIRST_WORD : 1);
        if (weight > (found.get(entry >> 1) ?? 0)) found.set(entry >> 1, weight);
      }
    }
    const rarity =
      Math.log(1 + products.length / Math.max(1, found.size)) * (position === 0 ? FIRST_WORD : 1);
    for (const [name, weight] of found) weights.set(name, (weights.get(name) ?? 0) + weight * rarity);
  }
  return weights;
};

type Scored = readonly [product: number, score: number];

const byScore = ([left, low]: Scored, [right, high]: Scored): number => high - low || left - right;

const weighProducts = (index: NameIndex, words: readonly string[]): readonly Scored[] => {
  const best = new Map<number, number>();
  for (const [name, weight] of weighNames(index, words)) {
    const product = index.products[name] ?? 0;
    // Long names share words by chance.
    const score = weight / ((index.lengths[name] ?? 0) + LENGTH_FLOOR) ** LENGTH_PENALTY;
    if (score > (best.get(product) ?? 0)) best.set(product, score);
  }
  return [...best].toSorted(byScore);
};

const LENGTH_FLOOR = 1;
const LENGTH_PENALTY = 0.45;

/** How many of the best are compared word by word, which tells `leche` from `lecho`. */
const COMPARED = 40;
/** What the same words, not only the same stems, add at most. */
const SAME_WORDS = 0.2;

const withSameWords = (words: readonly string[]) => (scored: Scored) => {
  const [product, score] = scored;
  const { description, similar } = productAt(product);
  const own = new Set(tellingWords([description, ...similar].join(' ')));
  const same = words.filter((word) => own.has(word)).length;
  return [product, score * (1 + (SAME_WORDS * same) / words.length)] as const;
};

/** The products in force whose names are nearest to the text, best first; none if no word is known. */
export const nearestProducts = (text: string, limit: number): readonly Product[] => {
  const words = [...new Set(tellingWords(text))].filter((word) => /^\D./.test(word)).slice(0, MAX_WORDS);
  return weighProducts(findIndex(), words)
    .slice(0, Math.max(COMPARED, limit))
    .map(withSameWords(words))
    .toSorted(byScore)
    .slice(0, limit)
    .map(([product]) => productAt(product));
};

/** The codes that a description makes likely, for a line whose product nobody has named. */
export const suggestProducts = (description: string): readonly Product[] => nearestProducts(description, 3);
