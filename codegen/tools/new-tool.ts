// `npm run tool:new -- NAME GROUP`: the files of a new tool, only where they are absent. `--missing`: a stub for every
// tool of the spec that has no handler.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { processConsole } from '../generator/console.ts';
import type { Console } from '../generator/console.ts';
import { render } from '../generator/emit/render.ts';
import { checkSpec } from '../generator/generate.ts';
import { EMPTY_INDEX, addHandler } from '../generator/handler-index.ts';
import type { NewTool } from '../generator/handler-index.ts';
import { readSpecFiles } from '../generator/load/load.ts';
import type { Spec, ToolSpec } from '../generator/model.ts';
import { isSnake } from '../generator/naming.ts';
import { didYouMean, report } from '../generator/problem.ts';

const INDEX = 'src/handlers/index.ts';

const writeAbsent = (root: string, path: string, text: string, console: Console): void => {
  if (existsSync(join(root, path))) {
    console.out(`kept     ${path}\n`);
    return;
  }
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.out(`written  ${path}\n`);
};

const handlerPath = ({ name, group }: NewTool): string => `src/handlers/${group}/${name}.ts`;

const addToIndex = (root: string, tools: readonly NewTool[], console: Console): void => {
  const path = join(root, INDEX);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : EMPTY_INDEX;
  const after = tools.reduce(addHandler, before);
  if (after === before) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, after);
  console.out(`changed  ${INDEX}\n`);
};

const writeHandler = (root: string, tool: NewTool, console: Console): void =>
  writeAbsent(root, handlerPath(tool), render('new-handler', tool), console);

/** Guesses from the verb of the tool's name. */
const guessAccess = (name: string): ToolSpec['access'] =>
  /^(get|list|search|find|export|generate)_/.test(name) ? 'read' : 'write';
const guessIdempotent = (name: string): boolean => !/^(create|record|add|import)_/.test(name);

/** The scope named after the group; where there is none, the one that most tools of the group have. */
const guessScope = (spec: Spec | undefined, group: string, access: ToolSpec['access']): string => {
  const own = `${group}:${access}`;
  if (spec === undefined || spec.scopes.has(own)) return own;
  const uses = new Map<string, number>();
  for (const tool of spec.tools) {
    if (tool.group === group && tool.access === access && tool.scope !== undefined)
      uses.set(tool.scope, (uses.get(tool.scope) ?? 0) + 1);
  }
  const [mostUsed] = [...uses].sort(([, a], [, b]) => b - a);
  return mostUsed?.[0] ?? own;
};

/** Points out guesses, and new names, which may be slips. */
const tellGuesses = (spec: Spec, group: string, scope: string, console: Console): void => {
  const groups = [...new Set(spec.tools.map((tool) => tool.group))];
  if (!groups.includes(group))
    console.out(
      `note: the group ${group} is new${didYouMean(group, groups)}; add it to groups of spec/service.yaml\n`,
    );
  if (!spec.scopes.has(scope))
    console.out(`note: the scope ${scope} is new; add it to spec/scopes.yaml, or name one that is there\n`);
  else if (!scope.startsWith(`${group}:`))
    console.out(`note: the scope ${scope} is a guess; spec/scopes.yaml has all of them\n`);
};

/** What a list needs beside its handler. */
const LIST_STEPS = `A list also needs:
  a page of rows in the store.ts of its noun, the company (or the organization) first in the key of its index
  its order and filters, handed to readPage (src/domain/ground/lists/page.ts) by the handler
  two rows a company in test/isolation/world.ts, and its calls in READS of test/isolation/answers.test.ts
  its calls in test/tools/rows-read, which counts what the database reads for them
`;

/** A new tool: its YAML, its handler, its test and its line in the index. */
const newTool = (root: string, tool: NewTool, console: Console): number => {
  const { name, group } = tool;
  const { spec } = checkSpec(readSpecFiles(root));
  const access = guessAccess(name);
  const scope = guessScope(spec, group, access);
  const idempotent = guessIdempotent(name);
  const list = /^(list|search)_/.test(name);
  const view = { name, title: name.replaceAll('_', ' '), scope, access, idempotent, list };
  // A set has its tools in a folder of its own; they are listed for keys that have the set.
  const folder = existsSync(join(root, 'spec/toolsets', group)) ? 'spec/toolsets' : 'spec/tools';
  const path = `${folder}/${group}/${name}.yaml`;
  writeAbsent(root, path, render('new-spec', view), console);
  writeHandler(root, tool, console);
  writeAbsent(root, `test/tools/${group}/${name}.test.ts`, render('new-test', view), console);
  addToIndex(root, [tool], console);
  if (spec !== undefined) tellGuesses(spec, group, scope, console);
  console.out(`next: fill in ${path}, then npm run codegen\n`);
  if (list) console.out(LIST_STEPS);
  return 0;
};

/** Handlers for tools that have none; nothing that exists is changed. */
const addMissing = (root: string, console: Console): number => {
  const { problems, spec } = checkSpec(readSpecFiles(root));
  if (spec === undefined) {
    console.err(report(problems));
    return 1;
  }
  const tools = spec.tools.map(({ name, group }) => ({ name, group }));
  const absent = tools.filter((tool) => !existsSync(join(root, handlerPath(tool))));
  for (const tool of absent) writeHandler(root, tool, console);
  addToIndex(root, tools, console);
  console.out(`${absent.length} of ${tools.length} tools got a handler that raises not_available_yet.\n`);
  return 0;
};

export const runNewTool = (args: readonly string[], root: string, console: Console): number => {
  if (args.includes('--missing')) return addMissing(root, console);
  const [name, group] = args;
  if (name === undefined || group === undefined) {
    console.err('name the tool and its group: npm run tool:new -- create_credit_note invoices\n');
    return 1;
  }
  for (const word of [name, group]) {
    if (isSnake(word)) continue;
    console.err(`${word} is not snake_case\n`);
    return 1;
  }
  return newTool(root, { name, group }, console);
};

if (process.argv[1] === import.meta.filename) {
  process.exitCode = runNewTool(process.argv.slice(2), process.cwd(), processConsole);
}
