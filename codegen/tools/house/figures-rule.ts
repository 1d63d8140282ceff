// Lint rule: sentences of src/ take figures from generated/, so that they change with the spec. A number with its unit
// that equals a figure of the spec is refused; one that only happens to be the same says so by a disable comment.
import { collectFigures } from '../../generator/figures/figures.ts';
import type { Figures } from '../../generator/figures/figures.ts';
import { findMeasures } from '../../generator/figures/typed.ts';
import { parseSources, readSpecFiles } from '../../generator/load/load.ts';
import { newProblems } from '../../generator/problem.ts';
import type { AstNode, Rule, RuleContext } from './oxlint.ts';

const readFigures = (root: string): Figures =>
  collectFigures(parseSources(readSpecFiles(root), newProblems()));

/** Only what has a blank in it is read as words; `30s` in a style or a query is not. */
const isSentence = (text: string): boolean => /\p{L}.* |\d .*\p{L}/u.test(text);

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** `maxlength={200}`. */
const isTypedLength = ({ name, value }: AstNode): boolean =>
  isNode(name) &&
  name['name'] === 'maxlength' &&
  isNode(value) &&
  isNode(value['expression']) &&
  typeof value['expression']['value'] === 'number';

export const figuresRule = (root: string): Rule => {
  let known: Figures | undefined;
  return {
    create: (context: RuleContext) => {
      const figures = (known ??= readFigures(root));
      const check = (node: AstNode, text: unknown): void => {
        if (typeof text !== 'string' || !isSentence(text)) return;
        for (const { text: typed, names } of findMeasures(text, figures))
          context.report({
            node,
            message: `"${typed}" is ${names.slice(0, 3).join(', ')} of the spec: take it from generated/service.ts or generated/countries.ts.`,
          });
      };
      return {
        Literal: (node) => check(node, node['value']),
        JSXText: (node) => check(node, node['value']),
        // A field that takes more or less than the tool behind it refuses what is right, or lets through what is not.
        JSXAttribute: (node) => {
          if (isTypedLength(node))
            context.report({
              node,
              message: `The length of a field is that of a parameter: draw it with <Params>, or name it in src/console/limits.ts.`,
            });
        },
        TemplateElement: (node) => {
          const value: unknown = node['value'];
          check(
            node,
            typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : undefined,
          );
        },
      };
    },
  };
};
