// Adds tools to src/handlers/index.ts, in alphabetical order.
import { compareText } from './problem.ts';

/** The names that a tool's files have. */
export interface NewTool {
  readonly name: string;
  readonly group: string;
}

export const EMPTY_INDEX = `// The map that must be complete: a tool of the spec without a handler does not compile.
import type { Handlers } from './handler.ts';

export const HANDLERS: Handlers = {};
`;

const isHandlerImport = (line: string): boolean => /^import \{ \w+ \} from '\.\//.test(line);

const readPath = (line: string): string => line.split(' from ')[1] ?? '';

/** The index with the tool's import and entry, in alphabetical order; unchanged when they are there. */
export const addHandler = (index: string, { name, group }: NewTool): string => {
  const line = `import { ${name} } from './${group}/${name}.ts';`;
  const lines = index.split('\n');
  if (lines.includes(line)) return index;
  const imports = [...lines.filter(isHandlerImport), line].sort((a, b) =>
    compareText(readPath(a), readPath(b)),
  );
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
