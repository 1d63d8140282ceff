// Answers of pure functions, kept: a company, its customers and its drafts ask the same again with every call. Bounded by
// count and by bytes, since one answer may be a few characters long and another as long as the document it is about.

/** What one function keeps at most; the oldest go first. */
const MAX_KEPT = 1_000;
const MAX_BYTES = 8 * 1_048_576;

/** About what a value takes: text two bytes a character, and a few words for each member. Parts are counted where they are told. */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return 16 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = 32;
  for (const part of Object.values(value)) sum += 16 + bytesOf(part);
  return sum;
};

interface Keeping<T> {
  (text: string, compute: () => T): T;
  knows(text: string): boolean;
}

/** Answers by a text from which they follow; they must not be changed. */
export const keepAnswers = <T>(): Keeping<T> => {
  const kept = new Map<string, { readonly answer: T; readonly bytes: number }>();
  let held = 0;
  const dropOldest = (): void => {
    for (const [text, { bytes }] of kept) {
      if (held <= MAX_BYTES && kept.size <= MAX_KEPT) return;
      kept.delete(text);
      held -= bytes;
    }
  };
  const keep = (text: string, compute: () => T): T => {
    const known = kept.get(text);
    if (known !== undefined) return known.answer;
    const answer = compute();
    const bytes = bytesOf(text) + bytesOf(answer);
    kept.set(text, { answer, bytes });
    held += bytes;
    dropOldest();
    return answer;
  };
  return Object.assign(keep, { knows: (text: string) => kept.has(text) });
};

/** The function with its latest answers kept. */
export const remembered = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const keep = keepAnswers<T>();
  return (text) => keep(text, () => compute(text));
};
