// docs/tools/, docs/errors.md and docs/protocol.md: the reference for people, a page for each group of tools.
import { lowerField } from '../lower/field.ts';
import type { LoweredTool } from '../lower/tool.ts';
import type { Schema } from '../lower/schema.ts';
import type { Spec } from '../model.ts';
import { listPublishedErrors } from '../load/resolve.ts';
import { headerText } from './emit.ts';
import { renderProtocol } from './docs-protocol.ts';
import type { Emitter } from './emit.ts';
import { countTokens, publishTool } from './published.ts';
import { render } from './render.ts';
import { plain } from '../texts/fit.ts';

/** Text for a table cell. */
const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const showType = ({ type, enum: values, items, const: constant }: Schema): string => {
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``;
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (items !== undefined) return `array of ${showType(items)}`;
  return Array.isArray(type) ? type.join(' or ') : String(type);
};

const LIMITS: readonly (readonly [
  (
    | 'pattern'
    | 'minLength'
    | 'maxLength'
    | 'minimum'
    | 'exclusiveMinimum'
    | 'maximum'
    | 'minItems'
    | 'maxItems'
  ),
  string,
])[] = [
  ['minLength', 'at least {} characters'],
  ['maxLength', 'at most {} characters'],
  ['minimum', 'from {}'],
  ['exclusiveMinimum', 'above {}'],
  ['maximum', 'to {}'],
  ['minItems', 'at least {} elements'],
  ['maxItems', 'at most {} elements'],
  ['pattern', '`{}`'],
];

const showLimits = (schema: Schema): string =>
  LIMITS.filter(([key]) => schema[key] !== undefined)
    .map(([key, text]) => text.replace('{}', () => String(schema[key])))
    .join(', ');

interface Row {
  readonly name: string;
  readonly type: string;
  readonly required: string;
  readonly limits: string;
  readonly description: string;
}

/** One row for each field of an object, inner objects after it under a dotted name. */
const listRows = (schema: Schema, prefix = ''): readonly Row[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const fallback = field.default === undefined ? '' : ` Default: \`${JSON.stringify(field.default)}\`.`;
    const row: Row = {
      name: path,
      type: escapeCell(showType(field)),
      required: (schema.required ?? []).includes(name) ? 'yes' : '',
      limits: escapeCell(showLimits(field)),
      description: escapeCell(`${field.description ?? ''}${fallback}`.trim()),
    };
    const inner =
      field.items === undefined ? listRows(field, `${path}.`) : listRows(field.items, `${path}[].`);
    return [row, ...inner];
  });

const markAddition = (lowered: LoweredTool, row: Row): Row => {
  const [top = ''] = row.name.split(/[.[]/);
  return lowered.params[top]?.addition === true && row.name === top
    ? { ...row, description: `${row.description} (Addition.)` }
    : row;
};

const describeTool = (lowered: LoweredTool): object => {
  const { tool, errors } = lowered;
  const own = new Set(tool.errors);
  return {
    name: tool.name,
    title: tool.title,
    description: lowered.description,
    scope: tool.scope === undefined ? 'none' : `\`${tool.scope}\``,
    entity: tool.entity === 'required' ? 'one' : 'none',
    access: tool.access,
    dry_run: tool.dry_run,
    tokens: countTokens(publishTool(lowered)),
    rules: tool.rules.map(
      ({ kind, params }) => `${kind.replaceAll('_', ' ')}: ${params.map((name) => `\`${name}\``).join(', ')}`,
    ),
    params: listRows(lowered.input).map((row) => markAddition(lowered, row)),
    answer: listRows(lowered.answer),
    errors: errors.filter((code) => own.has(code)),
    implied: errors
      .filter((code) => !own.has(code))
      .map((code) => `\`${code}\``)
      .join(', '),
    warnings: lowered.warnings,
    examples: tool.examples.map(({ title, country, params, error, output }) => ({
      title,
      country: country ?? '',
      params: JSON.stringify(params),
      outcome: error === undefined ? JSON.stringify(output ?? {}) : `error \`${error}\``,
    })),
  };
};

const describeErrors = (spec: Spec): readonly object[] =>
  listPublishedErrors(spec).map(({ code, type, message, hint, retryable, details }) => ({
    code,
    type,
    message: escapeCell(message),
    hint: escapeCell(plain(hint)),
    retryable: retryable ? 'yes' : 'no',
    details: Object.entries(details)
      .map(([name, field]) => escapeCell(`\`${name}\` ${showType(lowerField(field, spec))}`))
      .join('; '),
  }));

export const emitDocs: Emitter = ({ spec, tools }) => {
  const groups = [...new Set(tools.map(({ tool }) => tool.group))].map((group) => ({
    group,
    page: `${group}.md`,
    set: spec.toolsets.get(group),
    tools: tools
      .filter(({ tool }) => tool.group === group)
      .map((lowered) => ({ ...describeTool(lowered), page: `${group}.md` })),
  }));
  const scopes = [...spec.scopes].map(([scope, { description }]) => ({
    scope,
    description,
    tools: tools
      .filter(({ tool }) => tool.scope === scope)
      .map(({ tool }) => `\`${tool.name}\``)
      .join(', '),
  }));
  const header = headerText('spec');
  const count = tools.filter(({ tool }) => tool.set === undefined).length;
  const protocol = renderProtocol(spec);
  return new Map([
    ['docs/tools/README.md', render('docs-tools', { header, groups, scopes, count })],
    ...groups.map((each) => [`docs/tools/${each.page}`, render('docs-group', { header, ...each })] as const),
    ['docs/errors.md', render('docs-errors', { header, errors: describeErrors(spec) })],
    ...(protocol === '' ? [] : [['docs/protocol.md', protocol] as const]),
  ]);
};
