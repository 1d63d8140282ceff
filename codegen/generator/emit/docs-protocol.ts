// docs/protocol.md, for authors of clients: refusals, idempotency and limits, with the values of the spec.
import type { HttpError, Json, Spec } from '../model.ts';
import { listPublishedErrors } from '../load/resolve.ts';
import { headerText } from './emit.ts';
import { render } from './render.ts';

type Values = { readonly [name: string]: Json };

const findPlaceholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name);

/** Fills in what is known without a request; other placeholders stay. */
const fill = (template: string, values: Values): string =>
  template.replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : whole;
  });

const listMembers = ({ message, hint = '' }: HttpError): readonly string[] => [
  ...new Set(findPlaceholders(`${message} ${hint}`)),
];

const listHeaders = ({ headers = {}, message }: HttpError, protocol: Values): readonly string[] =>
  Object.entries(headers).map(([name, text]) => `${name}: ${fill(text, { ...protocol, message })}`);

const showRefusal = (row: HttpError, protocol: Values): object => ({
  ...row,
  hint: row.hint ?? '',
  retryable: row.retryable === true ? 'yes' : 'no',
  members: listMembers(row)
    .map((name) => `\`${name}\``)
    .join(', '),
  headers: listHeaders(row, protocol)
    .map((line) => `\`${line}\``)
    .join(', '),
});

/** The whole answer, with placeholders for what depends on the request. */
const showExample = (row: HttpError, protocol: Values): object => {
  const { status, error_type, message, hint, retryable = false } = row;
  const details = Object.fromEntries(listMembers(row).map((name) => [name, `{${name}}`]));
  const fields = {
    error_type,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...details,
    retryable,
    request_id: '{request_id}',
  };
  const body = { jsonrpc: '2.0', id: '{id}', error: { code: status, message, data: fields }, ...fields };
  return {
    status,
    error_type,
    headers: listHeaders(row, protocol),
    body: JSON.stringify(body, null, 2),
  };
};

/** Empty for a service without refusals of its own. */
export const renderProtocol = (spec: Spec): string => {
  const { data, httpErrors } = spec.service;
  if (httpErrors === undefined) return '';
  const part = (name: string): Values => (data[name] ?? {}) as Values;
  const [protocol, limits, windows] = [part('protocol'), part('limits'), part('windows')];
  const scope = httpErrors['insufficient_scope'];
  return render('docs-protocol', {
    top: headerText('spec'),
    refusals: Object.values(httpErrors).map((row) => showRefusal(row, protocol)),
    examples: scope === undefined ? [] : [showExample(scope, protocol)],
    types: [...new Set(listPublishedErrors(spec).map(({ type }) => `\`${type}\``))].join(', '),
    header: protocol['idempotency_header'] ?? '',
    meta: protocol['idempotency_meta'] ?? '',
    hours: windows['idempotency_hours'] ?? '',
    dry: spec.tools
      .filter(({ dry_run }) => dry_run)
      .map(({ name }) => `\`${name}\``)
      .join(', '),
    exact: limits['exact_total_up_to'] ?? '',
    limits: Object.entries(limits).map(([name, value]) => ({ name, value })),
  });
};
