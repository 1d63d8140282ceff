// The types of the client: those that its tools name, in files of its own.
import type { LoweredTool } from '../lower/tool.ts';
import { pascal } from '../naming.ts';
import { listTypeNames, writeImports } from './emit.ts';
import type { EmitInput } from './emit.ts';
import { fieldsName, narrowParams, writeEnvelope } from './tool.ts';
import { printEnum } from './types.ts';

/** What the template of types.ts declares itself. */
const RUNTIME = ['ExactlyOne', 'ListAnswer', 'WarningOf'];

/** The declaration of each type that a client may need. */
const collectTexts = ({ spec, declarations }: EmitInput): ReadonlyMap<string, string> => {
  const enums = [...spec.types.values()].filter(({ field }) => field.enum !== undefined);
  return new Map([
    ...enums.map(({ name, field }) => [name, printEnum(name, field)] as const),
    ...declarations,
  ]);
};

/** The types that these texts name, and those that they name in turn. */
const follow = (given: readonly string[], texts: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const found = new Set<string>();
  const queue = [...given];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const name of listTypeNames(next)) {
      const text = texts.get(name);
      if (text === undefined || found.has(name)) continue;
      found.add(name);
      queue.push(text);
    }
  }
  return found;
};

/** The types that the answer is made of, as code. */
const nameAnswer = ({ tool }: LoweredTool): string => {
  if (tool.output.list !== undefined) return `ListAnswer<${tool.output.list}>`;
  return tool.output.record ?? `${pascal(tool.name)}Result`;
};

/** The view of a tool in tools.ts, less its declarations. */
const describeTypes = (lowered: LoweredTool): object => ({
  tool: lowered.tool.name,
  name: pascal(lowered.tool.name),
  narrowed: narrowParams(lowered, ['Input']),
  answerBase: nameAnswer(lowered),
  envelope: writeEnvelope(lowered),
});

export interface ClientTypes {
  /** Declarations of types.ts. */
  readonly shared: string;
  /** The view of each tool with its own declarations. */
  readonly tools: readonly object[];
  /** `import type` lines of a file with this text. */
  readonly importsFor: (file: string, text: string) => string;
}

export const collectClientTypes = (input: EmitInput): ClientTypes => {
  const texts = collectTexts(input);
  const { tools, spec, declarations } = input;
  const roots = tools.flatMap((lowered) => [
    fieldsName(lowered, 'Input'),
    nameAnswer(lowered),
    ...writeEnvelope(lowered),
  ]);
  const needed = follow([...roots, declarations.get('ErrorDetails') ?? ''], texts);
  const homeOf = (name: string): string => {
    const home = input.homes.get(name) ?? '';
    return home.startsWith('tools/') ? 'tools.ts' : home === 'errors.ts' ? home : 'types.ts';
  };
  const homes = new Map([...needed, ...spec.ids.keys(), ...RUNTIME].map((name) => [name, homeOf(name)]));
  const print = (names: readonly string[]): string => names.map((name) => texts.get(name)).join('\n\n');
  const inOrder = [...input.homes.keys()].filter((name) => needed.has(name));
  return {
    shared: print(inOrder.filter((name) => homes.get(name) === 'types.ts')),
    tools: tools.map((lowered) => ({
      ...describeTypes(lowered),
      texts: print(inOrder.filter((name) => input.homes.get(name) === `tools/${lowered.tool.name}.ts`)),
    })),
    importsFor: (file, text) => writeImports(file, text, homes),
  };
};
