// toolsets.ts: the sets of tools that a key may carry beside the common ones, and the payloads of tools/list.
import { header } from './emit.ts';
import type { Emitter } from './emit.ts';
import { bare, literal } from './literal.ts';
import { toolsFile } from './published.ts';
import { partsOf, toolOf } from '../texts/fit.ts';

export const emitToolsets: Emitter = ({ spec, tools }) => {
  const names = [...spec.toolsets.keys()].sort();
  const load = (name: string, set?: string): string =>
    `import ${name} from './${toolsFile(set)}' with { type: 'json' };`;
  const fitting = Object.fromEntries(
    tools.flatMap(({ tool, fitting: text }) => (text === undefined ? [] : [[tool.name, text]])),
  );
  const asked = [
    ...new Set(
      Object.values(fitting)
        .flatMap(partsOf)
        .flatMap(({ condition }) => toolOf(condition) ?? []),
    ),
  ].sort();
  const rows = names.map((name) => [
    name,
    { description: spec.toolsets.get(name)?.description, tools: bare(`${name}.tools`) },
  ]);
  return new Map([
    [
      'toolsets.ts',
      `${header('spec/toolsets')}${[load('common'), ...names.map((name) => load(name, name))].join('\n')}

/** What tools/list answers to every key. */
export const COMMON_TOOLS: readonly object[] = common.tools;

/** What a key carries beside them, and what tools/list answers then as well. */
export const TOOLSETS = ${literal(Object.fromEntries(rows))} satisfies Readonly<
  Record<string, { readonly description: string; readonly tools: readonly object[] }>
>;

/** Descriptions that say what the key can do, with their alternatives. */
export const FITTING: Readonly<Record<string, string>> = ${literal(fitting)};

/** The tools that texts with alternatives ask for. */
export const ASKED_FOR: readonly string[] = ${literal(asked)};

export type Toolset = keyof typeof TOOLSETS;

export const TOOLSET_NAMES: readonly Toolset[] = ${literal(names)};
`,
    ],
  ]);
};
