// The cross-field rules of a tool's YAML: what a flat schema cannot express without combinators, which many clients refuse.
import type { Rule } from '../../../generated/dispatch.ts';
import { type ToolError, toolError } from '../errors.ts';

type Params = Readonly<Record<string, unknown>>;
type Broken = ToolError | undefined;

const given = (params: Params, names: readonly string[]): string[] =>
  names.filter((name) => params[name] !== undefined);

const atLeastOne = (params: Params, names: readonly string[]): Broken =>
  given(params, names).length > 0
    ? undefined
    : toolError('missing_one_of', { path: names.join(', '), allowed: [...names] });

const atMostOne = (params: Params, names: readonly string[]): Broken => {
  const present = given(params, names);
  return present.length <= 1
    ? undefined
    : toolError('only_one_of', { path: present.join(', '), allowed: [...names] });
};

const daysInOrder = (params: Params, [first, last]: readonly [string, string]): Broken => {
  const [from, to] = [params[first], params[last]];
  // Days compare as text because they are written year first.
  return typeof from !== 'string' || typeof to !== 'string' || from <= to
    ? undefined
    : toolError('date_range_reversed', { path: first, from, to });
};

const numbersInOrder = (params: Params, [first, last]: readonly [string, string]): Broken => {
  const [from, to] = [params[first], params[last]];
  return typeof from !== 'number' || typeof to !== 'number' || from <= to
    ? undefined
    : toolError('amount_range_reversed', { path: first, from, to });
};

const checkRule = (rule: Rule, params: Params): Broken => {
  if (rule.kind === 'date_order') return daysInOrder(params, rule.params);
  if (rule.kind === 'number_order') return numbersInOrder(params, rule.params);
  const tooFew = rule.kind === 'at_most_one' ? undefined : atLeastOne(params, rule.params);
  return tooFew ?? (rule.kind === 'at_least_one' ? undefined : atMostOne(params, rule.params));
};

/** The rules that the arguments break. */
export const ruleFaults = (rules: readonly Rule[], params: Params): readonly ToolError[] =>
  rules.flatMap((rule) => checkRule(rule, params) ?? []);
