// Answers of pure functions, kept: a company, its customers and its drafts ask the same again with every call.

/** Beyond this all are forgotten, which costs no more than computing them again. */
const MAX_KEPT = 1_000;

/** Answers by a text from which they follow; they must not be changed. */
export const keepAnswers = <T>(): ((text: string, compute: () => T) => T) => {
  const kept = new Map<string, { readonly answer: T }>();
  return (text, compute) => {
    const known = kept.get(text);
    if (known !== undefined) return known.answer;
    const answer = compute();
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(text, { answer });
    return answer;
  };
};

/** The function with its latest answers kept. */
export const remembered = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const keep = keepAnswers<T>();
  return (text) => keep(text, () => compute(text));
};
