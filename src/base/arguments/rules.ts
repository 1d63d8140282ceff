// The cross-field rules of a tool's YAML: what a flat schema cannot express without combinators, which many clients refuse.
import type { Rule } from '../../../generated/dispatch.ts';
import { toolError } from '../errors.ts';

type Params = Readonly<Record<string, unknown>>;

const given = (params: Params, names: readonly string[]): string[] =>
  names.filter((name) => params[name] !== undefined);

const atLeastOne = (params: Params, names: readonly string[]): void => {
  if (given(params, names).length > 0) return;
  throw toolError('missing_one_of', { path: names.join(', '), allowed: [...names] });
};

const atMostOne = (params: Params, names: readonly string[]): void => {
  const present = given(params, names);
  if (present.length <= 1) return;
  throw toolError('only_one_of', { path: present.join(', '), allowed: [...names] });
};

const daysInOrder = (params: Params, [first, last]: readonly [string, string]): void => {
  const [from, to] = [params[first], params[last]];
  // Days compare as text because they are written year first.
  if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return;
  throw toolError('date_range_reversed', { path: first, from, to });
};

const numbersInOrder = (params: Params, [first, last]: readonly [string, string]): void => {
  const [from, to] = [params[first], params[last]];
  if (typeof from !== 'number' || typeof to !== 'number' || from <= to) return;
  throw toolError('amount_range_reversed', { path: first, from, to });
};

/** Throws the error of the first rule that the arguments break. */
export const checkRules = (rules: readonly Rule[], params: Params): void => {
  for (const rule of rules) {
    switch (rule.kind) {
      case 'at_least_one':
        atLeastOne(params, rule.params);
        break;
      case 'at_most_one':
        atMostOne(params, rule.params);
        break;
      case 'exactly_one':
        atLeastOne(params, rule.params);
        atMostOne(params, rule.params);
        break;
      case 'date_order':
        daysInOrder(params, rule.params);
        break;
      case 'number_order':
        numbersInOrder(params, rule.params);
        break;
    }
  }
};
