// Completion scripts for shells, made from the commands themselves: they open no database and start no program.
import type { Argument, Command, Option } from 'commander';
import { pathOf } from './tree.ts';

export const SHELLS = ['bash', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

const FILE = '@file';
const TEXT = '@text';

const commandsOf = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap((one) => commandsOf(one)),
];

/** Which words may follow; of a file or a text the shell knows more, or nobody anything. */
const valuesOf = ({ argChoices }: Pick<Option, 'argChoices'>, name: string): string =>
  argChoices?.join(' ') ?? (/<(file|path)>/.test(name) ? FILE : TEXT);

const argumentValues = (argument: Argument): string => valuesOf(argument, `<${argument.name()}>`);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A function that answers in REPLY; patterns with the same answer share a line. */
const lookUp = (
  name: string,
  key: string,
  answers: readonly (readonly [pattern: string, reply: string])[],
) => {
  const patterns = new Map<string, string[]>();
  for (const [pattern, reply] of answers)
    patterns.set(reply, [...(patterns.get(reply) ?? []), quoted(pattern)]);
  const lines = [...patterns].map(([reply, all]) => `    ${all.join('|')}) REPLY=${quoted(reply)} ;;`);
  return [`${name}() {`, `  case ${key} in`, ...lines, `    *) REPLY='' ;;`, '  esac', '}'].join('\n');
};

const longFlag = ({ long, flags }: Option): string => long ?? flags;

const HELP = ['--help', 'display help for command'] as const;

const optionsOf = (program: Command, command: Command): readonly (readonly [string, string])[] => [
  ...[...new Set([...command.options, ...program.options.slice(command === program ? 0 : 1)])].map(
    (option) => [longFlag(option), option.description] as const,
  ),
  HELP,
];

/** What both shells look up, and how they find the command in the words before the cursor. */
const common = (name: string, program: Command): string => {
  const all = commandsOf(program);
  const names = (command: Command) => command.commands.map((one) => one.name());
  return [
    lookUp(
      `${name}_commands`,
      '"$1"',
      all.filter(({ commands }) => commands.length > 0).map((one) => [pathOf(one), names(one).join(' ')]),
    ),
    lookUp(
      `${name}_options`,
      '"$1"',
      all.map((one) => [
        pathOf(one),
        optionsOf(program, one)
          .map(([flag]) => flag)
          .join(' '),
      ]),
    ),
    lookUp(
      `${name}_value`,
      '"$1 $2"',
      all.flatMap((one) =>
        one.options
          .filter(({ required, optional }) => required || optional)
          .map((option) => [`${pathOf(one)} ${longFlag(option)}`, valuesOf(option, option.flags)] as const),
      ),
    ),
    lookUp(
      `${name}_argument`,
      '"$1 $2"',
      all.flatMap((one) =>
        one.registeredArguments.map(
          (argument, at) => [`${pathOf(one)} ${at}`, argumentValues(argument)] as const,
        ),
      ),
    ),
    `${name}_find() {
  local word
  at='' wants='' position=0
  for word in "$@"; do
    if [[ -n $wants ]]; then wants=''; continue; fi
    case $word in
      --*=*) ;;
      -*) ${name}_value "$at" "$word"; wants=$REPLY ;;
      *)
        ${name}_commands "$at"
        if [[ " $REPLY " == *" $word "* && $position == 0 ]]; then at="\${at:+$at }$word"
        else position=$((position + 1)); fi ;;
    esac
  done
}`,
  ].join('\n');
};

const bash = (name: string, called: string, program: Command): string => `${common(name, program)}
${name}() {
  local at wants position REPLY word cur="\${COMP_WORDS[COMP_CWORD]}"
  local -a before=()
  # Readline parts --option=value into three words.
  [[ $cur == = ]] && cur=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == = ]] || before+=("$word"); done
  ${name}_find "\${before[@]}"
  if [[ -n $wants ]]; then REPLY=$wants
  elif [[ $cur == -* ]]; then ${name}_options "$at"
  else
    ${name}_argument "$at" "$position"
    local argument=$REPLY
    ${name}_commands "$at"
    [[ $position == 0 ]] || REPLY=''
    REPLY="$REPLY $argument"
  fi
  # Names of files are left to readline, which knows how to quote them.
  [[ $REPLY == *${FILE}* ]] || compopt +o default 2>/dev/null
  REPLY=\${REPLY//${FILE}/}
  COMPREPLY=($(compgen -W "\${REPLY//${TEXT}/}" -- "$cur"))
}
complete -o default -F ${name} ${called}`;

const described = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([word, about]) => quoted(`${word}:${about}`)).join(' ');

const zsh = (name: string, called: string, program: Command): string => {
  const all = commandsOf(program);
  const cases = (lines: readonly string[]): string => ['  case $at in', ...lines, '  esac'].join('\n');
  const commandLines = all
    .filter(({ commands }) => commands.length > 0)
    .map(
      (one) =>
        `    ${quoted(pathOf(one))}) found=(${described(one.commands.map((each) => [each.name(), each.description()]))}) ;;`,
    );
  const optionLines = all.map(
    (one) => `    ${quoted(pathOf(one))}) found=(${described(optionsOf(program, one))}) ;;`,
  );
  return `#compdef ${called}
${common(name, program)}
${name}_offer() {
  case $1 in
    ${FILE}) _files ;;
    ${TEXT}|'') ;;
    *) compadd -- \${=1} ;;
  esac
}
${name}() {
  local at wants position REPLY
  local -a found
  ${name}_find "\${(@)words[2,CURRENT-1]}"
  local cur=\${words[CURRENT]}
  if [[ -n $wants ]]; then ${name}_offer "$wants"; return; fi
  if [[ $cur == --*=* ]]; then
    ${name}_value "$at" "\${cur%%=*}"
    compset -P '*='
    ${name}_offer "$REPLY"
    return
  fi
  if [[ $cur == -* ]]; then
${cases(optionLines)}
    _describe -o option found
    return
  fi
  if [[ $position == 0 ]]; then
${cases(commandLines)}
    (( $#found )) && _describe command found
  fi
  ${name}_argument "$at" "$position"
  ${name}_offer "$REPLY"
}
if [[ \${funcstack[1]} == ${name} ]]; then ${name} "$@"; else compdef ${name} ${called}; fi`;
};

export const CALLED = 'folio-admin';

export const completionScript = (shell: Shell, program: Command): string =>
  (shell === 'bash' ? bash : zsh)('_folio_admin', CALLED, program);
