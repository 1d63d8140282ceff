// Exact (Clopper-Pearson) bounds for a share that was counted.

/** ln(n!) */
const lnFactorials: number[] = [0];
const lnFactorial = (n: number): number => {
  for (let next = lnFactorials.length; next <= n; next += 1)
    lnFactorials.push((lnFactorials[next - 1] ?? 0) + Math.log(next));
  return lnFactorials[n] ?? 0;
};

/** The chance of at most `wrong` in `of` when each is wrong with `probability`. */
const atMost = (wrong: number, of: number, probability: number): number => {
  if (probability <= 0) return 1;
  if (probability >= 1) return wrong >= of ? 1 : 0;
  const [hit, miss] = [Math.log(probability), Math.log1p(-probability)];
  let sum = 0;
  for (let k = 0; k <= wrong; k += 1) {
    sum += Math.exp(lnFactorial(of) - lnFactorial(k) - lnFactorial(of - k) + k * hit + (of - k) * miss);
  }
  return Math.min(1, sum);
};

/** The share of right ones is at least this, with one-sided confidence; 0 when nothing was counted. */
export const lowerBound = (right: number, of: number, confidence = 0.95): number => {
  if (of === 0 || right === 0) return 0;
  const wrong = of - right;
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (atMost(wrong, of, middle) > 1 - confidence) low = middle;
    else high = middle;
  }
  return 1 - low;
};
