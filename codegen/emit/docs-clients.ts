// The part of docs/tools.md for people who write a client: what stands around the tools, in the spec's own values.
import type { Json, Spec } from '../model.ts';
import { render } from './render.ts';

/** A refusal of spec/service.yaml, as its meta schema lets it through. */
interface HttpError {
  readonly status: number;
  readonly error_type: string;
  readonly message: string;
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly headers?: { readonly [name: string]: string };
}

type Values = { readonly [name: string]: Json };

const placeholdersOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name);

/** Puts in what is known without a request; the other placeholders stay. */
const filled = (template: string, values: Values): string =>
  template.replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : whole;
  });

const membersOf = ({ message, hint = '' }: HttpError): readonly string[] => [
  ...new Set(placeholdersOf(`${message} ${hint}`)),
];

const headersOf = ({ headers = {}, message }: HttpError, protocol: Values): readonly string[] =>
  Object.entries(headers).map(([name, text]) => `${name}: ${filled(text, { ...protocol, message })}`);

const httpRow = (row: HttpError, protocol: Values): object => ({
  ...row,
  hint: row.hint ?? '',
  retryable: row.retryable === true ? 'yes' : 'no',
  members: membersOf(row)
    .map((name) => `\`${name}\``)
    .join(', '),
  headers: headersOf(row, protocol)
    .map((line) => `\`${line}\``)
    .join(', '),
});

/** The whole answer, its placeholders in place of what a request decides. */
const exampleOf = (row: HttpError, protocol: Values): object => {
  const { status, error_type, message, hint, retryable = false } = row;
  const details = Object.fromEntries(membersOf(row).map((name) => [name, `{${name}}`]));
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
    headers: headersOf(row, protocol),
    body: JSON.stringify(body, null, 2),
  };
};

/** Empty for a service that lists no refusals of its own. */
export const clientFacts = (spec: Spec): string => {
  const { data } = spec.service;
  if (data['http_errors'] === undefined) return '';
  const table = data['http_errors'] as unknown as { readonly [name: string]: HttpError };
  const part = (name: string): Values => (data[name] ?? {}) as Values;
  const [protocol, limits, windows] = [part('protocol'), part('limits'), part('windows')];
  const scope = table['insufficient_scope'];
  return render('docs-clients', {
    refusals: Object.values(table).map((row) => httpRow(row, protocol)),
    examples: scope === undefined ? [] : [exampleOf(scope, protocol)],
    types: [...new Set([...spec.errors.values()].map(({ type }) => `\`${type}\``))].join(', '),
    header: protocol['idempotency_header'] ?? '',
    meta: protocol['idempotency_meta'] ?? '',
    hours: windows['idempotency_hours'] ?? '',
    exact: limits['exact_total_up_to'] ?? '',
    limits: Object.entries(limits).map(([name, value]) => ({ name, value })),
  });
};
