// Answers of pure functions, kept: a company and its customers ask the same again with every call.

/** Beyond this all are forgotten, which costs no more than computing them again. */
const MAX_KEPT = 1_000;

/** The function with its latest answers kept. Its answer must follow from the text alone, and must not be changed. */
export const remembered = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined || kept.has(text)) return known as T;
    const answer = compute(text);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(text, answer);
    return answer;
  };
};
