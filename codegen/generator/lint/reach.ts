// Texts that agents read name what is there for them: a tool of a set only where the reader has it, a command only at a
// command line, nothing that does not exist; and none says that there is no tool where one may be.
import { namesOf } from '../guides/names.ts';
import type { Spec } from '../model.ts';
import { below, didYouMean, type Problems, type Where } from '../problem.ts';
import type { InLanguages } from '../prompts.ts';
import { TEXT_LANGUAGES } from '../said.ts';
import { partsOf, toolOf } from '../texts/fit.ts';
import type { LintRule } from './all.ts';

interface Heard {
  readonly text: string;
  readonly where: Where;
  /** The set whose tools alone tell it. */
  readonly set?: string | undefined;
  /** What stands in the part of a frame that is for the command line. */
  readonly shell?: boolean;
}

/** The set of all tools that declare the code, if it is one. */
const setOfCode = (spec: Spec, code: string): string | undefined => {
  const sets = new Set(
    spec.tools
      .filter(({ errors, warnings }) => errors.includes(code) || warnings.includes(code))
      .map(({ set }) => set),
  );
  return sets.size === 1 ? [...sets][0] : undefined;
};

const listHeard = (spec: Spec): readonly Heard[] => [
  ...spec.tools.map(({ description, set, where }) => ({
    text: description,
    set,
    where: below(where, 'description'),
  })),
  ...[...spec.errors.values()].map(({ code, hint, refusal, where }) => ({
    text: hint,
    set: setOfCode(spec, code),
    where: below(where, refusal === undefined ? 'hint' : 'agent'),
  })),
  ...[...spec.warnings.values()].map(({ code, message, where }) => ({
    text: message,
    set: setOfCode(spec, code),
    where: below(where, 'message'),
  })),
  ...[...spec.said.values()].flatMap(({ agent, where }) =>
    agent === undefined ? [] : [{ text: agent, where: below(where, 'agent') }],
  ),
  ...[...spec.rules.values()].flatMap(({ fix, where }) =>
    typeof fix === 'string'
      ? [{ text: fix, where: below(where, 'fix') }]
      : Object.entries(fix).map(([part, text]) => ({
          text,
          where: below(where, 'fix', part),
          shell: part === 'option',
        })),
  ),
  ...[...spec.framesAt].map(([name, where]) => ({ text: spec.frames[name] ?? '', where })),
  ...listPrompts(spec),
  ...listInstructions(spec),
];

const listPrompts = ({ prompts, promptCommon }: Spec): readonly Heard[] => {
  const heard = (said: InLanguages, where: Where): readonly Heard[] =>
    TEXT_LANGUAGES.map((language) => ({ text: said[language], where: below(where, language) }));
  const { rules, where } = promptCommon;
  return [
    ...prompts.flatMap((prompt) =>
      [...prompt.steps].flatMap(([name, step]) => heard(step, below(prompt.where, 'steps', name))),
    ),
    ...(where === undefined
      ? []
      : [...rules].flatMap(([name, rule]) => heard(rule, below(where, 'rules', name)))),
  ];
};

const listInstructions = ({ service: { data, where } }: Spec): readonly Heard[] => {
  const text = data['instructions'];
  return typeof text === 'string' && where !== undefined
    ? [{ text, where: below(where, 'instructions') }]
    : [];
};

const NAME = /(?<![{/\w.-])[a-z]+(?:_[a-z]+)+\b(?!\})/g;
/** As in "invoice update", "approval list", or --postal-code. */
const COMMAND = /"([a-z]+(?:-[a-z]+)*(?: [a-z][a-z-]*)*)[^"]*"|(?<=^|\s)(--[a-z][a-z-]*)|(admin command)/g;
/** In a command stand names that are not of tools. */
const spoken = (text: string, condition: string | null): string =>
  condition === 'shell' ? text.replaceAll(/"[^"]*"/g, '') : text;

const DENIAL = /\b[Nn]o tool\b|\b[Oo]nly an administrator\b/;

export const textsReach: LintRule = (spec, tools, problems) => {
  const { words, commands } = namesOf(spec, tools, undefined);
  const sets = new Map(spec.tools.map(({ name, set }) => [name, set]));
  const known = [...sets.keys()];
  for (const { text, where, set, shell } of listHeard(spec)) {
    for (const part of partsOf(text)) {
      const condition = shell === true ? 'shell' : part.condition;
      const asked = toolOf(condition);
      if (asked !== undefined && !sets.has(asked))
        problems.fault('text-reach', where, `there is no tool ${asked}${didYouMean(asked, known)}`);
      const own = new Set([set, asked === undefined ? undefined : sets.get(asked)]);
      for (const [name] of spoken(part.text, condition).matchAll(NAME)) {
        if (!words.has(name))
          problems.fault(
            'text-reach',
            where,
            `nothing of the spec is called ${name}${didYouMean(name, words)}`,
          );
        const of = sets.get(name);
        if (of !== undefined && !own.has(of))
          problems.fault(
            'text-reach',
            where,
            `${name} is there for keys with the set ${of} alone: say it in {can ${name}: …, else: …}`,
          );
      }
      checkCommands(part.text, condition, { commands, where, problems });
      if (condition !== 'else' && condition !== 'shell' && DENIAL.test(part.text))
        problems.fault(
          'text-reach',
          where,
          `"${DENIAL.exec(part.text)?.[0] ?? ''}" may be untrue for a key: say it in the else of an alternative`,
        );
    }
  }
};

const checkCommands = (
  text: string,
  condition: string | null,
  {
    commands,
    where,
    problems,
  }: { readonly commands: ReadonlySet<string>; readonly where: Where; readonly problems: Problems },
): void => {
  for (const [whole, command] of text.matchAll(COMMAND)) {
    const isCommand =
      command === undefined || [...commands].some((each) => each.split(' ')[0] === command.split(' ')[0]);
    if (!isCommand) continue;
    if (condition !== 'shell') {
      problems.fault('text-reach', where, `${whole} is of the command line: say it in {shell: …, else: …}`);
      continue;
    }
    const begun = (command ?? '').split(' ').map((_, index, all) => all.slice(0, index + 1).join(' '));
    if (command !== undefined && !begun.some((each) => commands.has(each)))
      problems.fault('text-reach', where, `there is no command ${command}${didYouMean(command, commands)}`);
  }
};
