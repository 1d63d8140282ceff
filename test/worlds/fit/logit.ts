// A conditional logit with L2 regularisation, fitted by L-BFGS. Deterministic: no chance, a fixed order of summing.

/** The alternatives of one choice, with sparse features; one or more of them are right. */
export interface ChoiceCase {
  readonly alternatives: readonly { readonly at: Int16Array; readonly value: Float32Array }[];
  readonly right: readonly boolean[];
  readonly weight: number;
}

export interface FitOptions {
  readonly size: number;
  /** Penalty on each weight: the half of lambda times its square. */
  readonly lambda: Float64Array;
  readonly start: Float64Array;
  readonly iterations: number;
}

const dot = (
  alternative: { readonly at: Int16Array; readonly value: Float32Array },
  weights: Float64Array,
): number => {
  let sum = 0;
  for (let index = 0; index < alternative.at.length; index += 1) {
    sum += (weights[alternative.at[index] ?? 0] ?? 0) * (alternative.value[index] ?? 0);
  }
  return sum;
};

/** Adds one case's loss and gradient. */
const addCase = (one: ChoiceCase, weights: Float64Array, gradient: Float64Array): number => {
  const scores = one.alternatives.map((alternative) => dot(alternative, weights));
  const most = scores.reduce((best, score) => Math.max(best, score), Number.NEGATIVE_INFINITY);
  let all = 0;
  let right = 0;
  const shares = scores.map((score, at) => {
    const share = Math.exp(score - most);
    all += share;
    if (one.right[at] === true) right += share;
    return share;
  });
  const safe = Math.max(right, 1e-300);
  for (const [at, alternative] of one.alternatives.entries()) {
    const share = shares[at] ?? 0;
    const pull = one.weight * (share / all - (one.right[at] === true ? share / safe : 0));
    if (Math.abs(pull) < 1e-9) continue;
    for (let index = 0; index < alternative.at.length; index += 1) {
      const feature = alternative.at[index] ?? 0;
      gradient[feature] = (gradient[feature] ?? 0) + pull * (alternative.value[index] ?? 0);
    }
  }
  return one.weight * (Math.log(all) - Math.log(safe));
};

const objective = (
  cases: readonly ChoiceCase[],
  weights: Float64Array,
  options: FitOptions,
): { loss: number; gradient: Float64Array } => {
  const gradient = new Float64Array(options.size);
  let loss = 0;
  for (const one of cases) loss += addCase(one, weights, gradient);
  for (let at = 0; at < options.size; at += 1) {
    const weight = weights[at] ?? 0;
    const lambda = options.lambda[at] ?? 0;
    loss += 0.5 * lambda * weight * weight;
    gradient[at] = (gradient[at] ?? 0) + lambda * weight;
  }
  return { loss, gradient };
};

const inner = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};

interface Step {
  readonly moved: Float64Array;
  readonly changed: Float64Array;
  readonly rho: number;
}

/** The two-loop recursion: the gradient under the curvature seen in the last steps. */
const direction = (gradient: Float64Array, steps: readonly Step[]): Float64Array => {
  const q = Float64Array.from(gradient);
  const alphas: number[] = [];
  for (const step of [...steps].reverse()) {
    const alpha = step.rho * inner(step.moved, q);
    alphas.push(alpha);
    for (let at = 0; at < q.length; at += 1) q[at] = (q[at] ?? 0) - alpha * (step.changed[at] ?? 0);
  }
  const last = steps.at(-1);
  const scale =
    last === undefined
      ? 1 / Math.max(1, Math.sqrt(inner(gradient, gradient)))
      : inner(last.moved, last.changed) / inner(last.changed, last.changed);
  for (let at = 0; at < q.length; at += 1) q[at] = (q[at] ?? 0) * scale;
  for (const [index, step] of steps.entries()) {
    const beta = step.rho * inner(step.changed, q);
    const alpha = alphas[steps.length - 1 - index] ?? 0;
    for (let at = 0; at < q.length; at += 1) q[at] = (q[at] ?? 0) + (alpha - beta) * (step.moved[at] ?? 0);
  }
  return q;
};

const MEMORY = 12;

export const fitLogit = (
  cases: readonly ChoiceCase[],
  options: FitOptions,
): { weights: Float64Array; loss: number; iterations: number } => {
  let weights = Float64Array.from(options.start);
  let current = objective(cases, weights, options);
  const steps: Step[] = [];
  let done = 0;
  for (; done < options.iterations; done += 1) {
    const way = direction(current.gradient, steps);
    const slope = -inner(way, current.gradient);
    let length = 1;
    let next = current;
    let moved = weights;
    for (let tries = 0; tries < 20; tries += 1) {
      moved = weights.map((weight, at) => weight - length * (way[at] ?? 0));
      next = objective(cases, moved, options);
      if (next.loss <= current.loss + 1e-4 * length * slope) break;
      length /= 2;
    }
    const step = moved.map((weight, at) => weight - (weights[at] ?? 0));
    const changed = next.gradient.map((value, at) => value - (current.gradient[at] ?? 0));
    const curvature = inner(step, changed);
    if (curvature > 1e-12) steps.push({ moved: step, changed, rho: 1 / curvature });
    if (steps.length > MEMORY) steps.shift();
    const gain = current.loss - next.loss;
    weights = moved;
    current = next;
    if (gain < 1e-6 * Math.abs(current.loss)) break;
  }
  return { weights, loss: current.loss, iterations: done };
};
