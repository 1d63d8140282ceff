// Prompts lead nobody into a refusal: a tool that needs a scope is named only where the reader is known to have that scope.
import { below, didYouMean, type Problems, type Where } from '../problem.ts';
import type { InLanguages, PromptSpec } from '../prompts.ts';
import { TEXT_LANGUAGES } from '../said.ts';
import { partsOf, toolOf } from '../texts/fit.ts';
import type { Spec } from '../model.ts';
import type { LintRule } from './all.ts';

const NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** A tool's set and scope: who can call one can call another of both the same. */
const reachOf = (spec: Spec, tool: string): string | undefined => {
  const found = spec.tools.find(({ name }) => name === tool);
  return found === undefined ? undefined : `${found.set ?? ''} ${found.scope ?? ''}`;
};

const conditionsOf = (text: string): string =>
  partsOf(text)
    .flatMap(({ condition }) => (condition === null ? [] : [condition]))
    .join(', ');

const checkTexts = (
  spec: Spec,
  texts: InLanguages,
  needs: readonly string[],
  where: Where,
  problems: Problems,
): void => {
  const reached = new Set([' ', ...needs.map((tool) => reachOf(spec, tool))]);
  for (const language of TEXT_LANGUAGES) {
    const place = below(where, language);
    if (conditionsOf(texts[language]) !== conditionsOf(texts.en))
      problems.fault('prompt-alike', place, `the alternatives are not those of the English text`);
    for (const { text, condition } of partsOf(texts[language])) {
      const asked = toolOf(condition);
      for (const [name] of text.matchAll(NAME)) {
        const reach = reachOf(spec, name);
        if (reach !== undefined && !reached.has(reach) && reach !== reachOf(spec, asked ?? ''))
          problems.fault(
            'prompt-reach',
            place,
            `${name} is refused to a key without its scope: say it in {can ${name}: …}, or list it in needs`,
          );
      }
    }
  }
};

const checkNames = (
  { needs, arguments: taken, required, where }: PromptSpec,
  spec: Spec,
  problems: Problems,
): void => {
  const tools = spec.tools.map(({ name }) => name);
  const known = [...spec.promptCommon.arguments.keys()];
  const check = (key: string, names: readonly string[], among: readonly string[], what: string): void => {
    for (const name of names)
      if (!among.includes(name))
        problems.fault(
          'prompt-name',
          below(where, key),
          `there is no ${what} ${name}${didYouMean(name, among)}`,
        );
  };
  check('needs', needs, tools, 'tool');
  check('arguments', taken, known, 'argument');
  check('required', required, taken, 'argument');
};

export const promptsReach: LintRule = (spec, _, problems) => {
  const { rules, where } = spec.promptCommon;
  for (const prompt of spec.prompts) {
    checkNames(prompt, spec, problems);
    for (const [name, step] of prompt.steps)
      checkTexts(spec, step, prompt.needs, below(prompt.where, 'steps', name), problems);
  }
  if (where !== undefined)
    for (const [name, rule] of rules) checkTexts(spec, rule, [], below(where, 'rules', name), problems);
};
