// Products by text: names that share rare words with it come first.
import { entriesOf, productIndex, type ProductIndex } from './product-index.ts';
import { productAt, type Product } from './products.ts';
import { meantBy, stem, tellingWords } from './words.ts';

/** In Spanish the first word of a name says what it is, the others which one. */
const FIRST_WORD = 1.5;
const MAX_WORDS = 30;

/** The weight of each name that has a word of the text: the rarer the word, the more. */
const weighNames = (index: ProductIndex, words: readonly string[]): ReadonlyMap<number, number> => {
  const weights = new Map<number, number>();
  for (const [position, word] of words.entries()) {
    const found = new Map<number, number>();
    for (const [meant, share] of meantBy(word)) {
      for (const entry of entriesOf(index, stem(meant))) {
        const weight = share * (entry % 2 === 1 ? FIRST_WORD : 1);
        if (weight > (found.get(entry >> 1) ?? 0)) found.set(entry >> 1, weight);
      }
    }
    const rarity =
      Math.log(1 + index.products.length / Math.max(1, found.size)) * (position === 0 ? FIRST_WORD : 1);
    for (const [name, weight] of found) weights.set(name, (weights.get(name) ?? 0) + weight * rarity);
  }
  return weights;
};

type Scored = readonly [product: number, score: number];

const byScore = ([left, low]: Scored, [right, high]: Scored): number => high - low || left - right;

/** The best, and those that are as good as the last of them; words that many names have name thousands. */
const weighProducts = (index: ProductIndex, words: readonly string[], limit: number): readonly Scored[] => {
  const best = new Map<number, number>();
  for (const [name, weight] of weighNames(index, words)) {
    const product = index.products[name] ?? 0;
    // Long names share words by chance.
    const score = weight / ((index.lengths[name] ?? 0) + LENGTH_FLOOR) ** LENGTH_PENALTY;
    if (score > (best.get(product) ?? 0)) best.set(product, score);
  }
  const least = Float64Array.from(best.values()).toSorted().at(-limit) ?? 0;
  return [...best].filter(([, score]) => score >= least).toSorted(byScore);
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
  const compared = Math.max(COMPARED, limit);
  return weighProducts(productIndex(), words, compared)
    .slice(0, compared)
    .map(withSameWords(words))
    .toSorted(byScore)
    .slice(0, limit)
    .map(([product]) => productAt(product));
};

/** The codes that a description makes likely, for a line whose product nobody has named. */
export const suggestProducts = (description: string): readonly Product[] => nearestProducts(description, 3);
