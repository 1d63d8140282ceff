// client/: a package with one typed method a tool, which stands alone.
import { headerText, header } from './emit.ts';
import type { EmitInput, Emitter, Files } from './emit.ts';
import type { LoweredTool } from '../lower/tool.ts';
import { pascal } from '../naming.ts';
import { listPublishedErrors } from '../load/resolve.ts';
import { collectClientTypes } from './client-types.ts';
import { literal, quoted, union } from './literal.ts';
import { render } from './render.ts';

const CORE = 'core';

const describeMethod = (lowered: LoweredTool): object => {
  const { tool, input, errors } = lowered;
  const optional =
    (input.required ?? []).length === 0 && !tool.rules.some(({ kind }) => kind === 'exactly_one');
  return {
    name: tool.name,
    pascal: pascal(tool.name),
    description: lowered.description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' '),
    optional: optional ? '?' : '',
    errors: union(errors, 2),
    access: tool.access,
  };
};

/** The tools of every key first, then each further set. */
const describeSets = (tools: readonly LoweredTool[]): readonly object[] => {
  const names = [...new Set([CORE, ...tools.map(({ tool }) => tool.set ?? CORE)])];
  return names.map((name) => {
    const own = tools.filter(({ tool }) => (tool.set ?? CORE) === name);
    return {
      name,
      interface: `${pascal(name)}Tools`,
      description: name === CORE ? 'The tools of every key.' : `The tools of the set ${name}.`,
      tools: own.map(describeMethod),
      names: own.map(({ tool }) => quoted(tool.name)).join(', '),
    };
  });
};

const USUAL_DIGITS = 2;

/** The currencies that have another number of decimals: `{ 0: 'CLP JPY', 3: 'KWD' }`. */
const otherDigits = ({ currencies }: EmitInput['spec']): string => {
  const found: Record<number, string> = {};
  for (const [code, { digits }] of currencies)
    if (digits !== USUAL_DIGITS) found[digits] = `${found[digits] ?? ''} ${code}`.trim();
  return literal(found);
};

const SOURCES = ['client', 'errors', 'index', 'money', 'send', 'tools', 'types'] as const;

const listViews = (input: EmitInput): Readonly<Record<(typeof SOURCES)[number], object>> => {
  const { spec, tools, declarations } = input;
  const { shared, tools: typed, importsFor } = collectClientTypes(input);
  const sets = describeSets(tools);
  const details = declarations.get('ErrorDetails') ?? '';
  const protocol = (spec.service.data['protocol'] ?? {}) as { readonly idempotency_header?: string };
  const refusals = Object.values(spec.service.httpErrors ?? {}).map(({ error_type }) => error_type);
  const paged = tools.filter(({ params }) => params['cursor'] !== undefined);
  const view = {
    tools: typed,
    sets,
    extraSets: sets.slice(1),
    methods: tools.map(describeMethod),
    paged: union(
      paged.map(({ tool }) => tool.name),
      1,
    ),
  };
  return {
    client: {},
    index: { webhooks: Object.keys(spec.eventRecords).length > 0 },
    errors: {
      imports: importsFor('errors.ts', details),
      details,
      types: union([...new Set(listPublishedErrors(spec).map(({ type }) => type))].sort()),
      refusals: union([...new Set(refusals)].sort()),
    },
    money: { digits: otherDigits(spec) },
    send: { idempotencyHeader: (protocol.idempotency_header ?? 'Idempotency-Key').toLowerCase() },
    tools: { ...view, imports: importsFor('tools.ts', render('client/tools', { ...view, imports: '' })) },
    types: { ids: [...spec.ids.values()], texts: shared },
  };
};

/** What npm and the compiler need of the folder. */
const writePackage = ({ spec, tools }: EmitInput): Files => {
  const { name = 'service', title = 'the service', version = '0.0.0' } = spec.service.data;
  const first = tools.find(({ params }) => params['cursor'] !== undefined)?.tool.name ?? '';
  const view = { name, title, version, header: headerText('spec'), first };
  return new Map([
    ['client/package.json', render('client/package', view)],
    ['client/tsconfig.json', render('client/tsconfig', view)],
    ['client/README.md', render('client/readme', view)],
  ]);
};

export const emitClient: Emitter = (input) => {
  const views = listViews(input);
  const sources = SOURCES.map(
    (file) => [`client/${file}.ts`, `${header('spec')}${render(`client/${file}`, views[file])}`] as const,
  );
  return new Map([...sources, ...writePackage(input)]);
};
