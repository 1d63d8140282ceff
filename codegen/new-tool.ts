// `npm run tool:new -- NAME GROUP`: the files of a new tool, only where they are absent. `--missing`: a stub for every
// tool of the spec that has no handler.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { processConsole } from './console.ts';
import type { Console } from './console.ts';
import { render } from './emit/render.ts';
import { generate } from './generate.ts';
import { readSpecFiles } from './load.ts';
import type { ToolSpec } from './model.ts';
import { isSnake, pascal } from './naming.ts';
import { compareText, report } from './problem.ts';

interface NewTool {
  readonly name: string;
  readonly group: string;
}

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

const isTool = (line: string): boolean => /^import \{ \w+ \} from '\.\//.test(line);

const pathOf = (line: string): string => line.split(' from ')[1] ?? '';

/** The index with the tool's import and entry, in the order of the alphabet; unchanged when they are there. */
export const withHandler = (index: string, { name, group }: NewTool): string => {
  const line = `import { ${name} } from './${group}/${name}.ts';`;
  const lines = index.split('\n');
  if (lines.includes(line)) return index;
  const imports = [...lines.filter(isTool), line].sort((a, b) => compareText(pathOf(a), pathOf(b)));
  const rest = lines.filter((each) => !imports.includes(each));
  const start = rest.findIndex((each) => each.startsWith('export const HANDLERS'));
  const end = rest.findIndex((each, at) => at >= start && each.includes('};'));
  const body = rest.slice(start, end + 1).join('\n');
  const names = [...(/\{([\s\S]*)\}/.exec(body)?.[1] ?? '').matchAll(/\w+/g)].map(([word]) => word);
  const entries = [...new Set([...names, name])].sort(compareText).map((each) => `  ${each},`);
  const before = rest.slice(0, start).join('\n').trimEnd();
  const after = rest
    .slice(end + 1)
    .join('\n')
    .trim();
  return `${before}\n${imports.join('\n')}\n\nexport const HANDLERS: Handlers = {\n${entries.join('\n')}\n};\n${after === '' ? '' : `\n${after}\n`}`;
};

const EMPTY_INDEX = `// The map that must be complete: a tool of the spec without a handler does not compile.
import type { Handlers } from '../handler.ts';

export const HANDLERS: Handlers = {};
`;

const addToIndex = (root: string, tools: readonly NewTool[], console: Console): void => {
  const path = join(root, INDEX);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : EMPTY_INDEX;
  const after = tools.reduce(withHandler, before);
  if (after === before) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, after);
  console.out(`changed  ${INDEX}\n`);
};

const writeHandler = (root: string, tool: NewTool, console: Console): void =>
  writeAbsent(root, handlerPath(tool), render('new-handler', tool), console);

/** A new tool: its YAML, its handler, its test and its line in the index. */
const newTool = (root: string, tool: NewTool, console: Console): number => {
  const { name, group } = tool;
  const isRead = /^(get|list|search|find|export|generate)_/.test(name);
  const view = {
    ...tool,
    pascal: pascal(name),
    title: name.replaceAll('_', ' '),
    access: isRead ? 'read' : 'write',
    verb: isRead ? 'read' : 'write',
  };
  writeAbsent(root, `spec/tools/${group}/${name}.yaml`, render('new-spec', view), console);
  writeHandler(root, tool, console);
  writeAbsent(root, `test/tools/${group}/${name}.test.ts`, render('new-test', view), console);
  addToIndex(root, [tool], console);
  console.out(`next: fill in spec/tools/${group}/${name}.yaml, then npm run codegen\n`);
  return 0;
};

/** Handlers for tools that have none; nothing that exists is changed. */
const missing = async (root: string, console: Console): Promise<number> => {
  const { problems, spec } = await generate(readSpecFiles(root));
  if (spec === undefined) {
    console.err(report(problems));
    return 1;
  }
  const tools = spec.tools.map(({ name, group }: ToolSpec) => ({ name, group }));
  const absent = tools.filter((tool) => !existsSync(join(root, handlerPath(tool))));
  for (const tool of absent) writeHandler(root, tool, console);
  addToIndex(root, tools, console);
  console.out(`${absent.length} of ${tools.length} tools got a handler that raises not_available_yet.\n`);
  return 0;
};

export const runNewTool = async (
  args: readonly string[],
  root: string,
  console: Console,
): Promise<number> => {
  if (args.includes('--missing')) return missing(root, console);
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
  process.exitCode = await runNewTool(process.argv.slice(2), process.cwd(), processConsole);
}
