// The text printed when the service is ready.
import type { DemoResult } from './demo/ensure.ts';

const TRY = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_entities","arguments":{}}}';

/** Secrets are shown once; what is printed at a start ends up in logs. */
const demoLines = (url: string, { keys, new_keys, keys_file }: DemoResult): string[] => {
  const [first] = new_keys;
  // No usable key means that all demo keys were revoked, or that there are real books: point to making a new one.
  if (keys.length === 0 || keys_file === null) return ownLines();
  if (first === undefined) return ['', `The API keys of the demo organisation are in ${keys_file}.`];
  return [
    '',
    `API keys of the demo organisation, shown only now and kept in ${keys_file}:`,
    ...new_keys.map(({ name, secret }) => `  ${secret}  ${name}`),
    '',
    'Try it:',
    `  curl -s ${url} -H 'Authorization: Bearer ${first.secret}' -H 'Content-Type: application/json' -d '${TRY}'`,
  ];
};

const ownLines = (): string[] => [
  '',
  'Make an organisation and a key:',
  '  npm run --silent admin -- org create --name "My company"',
  '  npm run --silent admin -- key create --org ORGANISATION_ID --scopes "*"',
];

interface Started {
  readonly url: string;
  /** Null without pages for people. */
  readonly pages: string | null;
  /** For the first administrator, while nobody can sign in. */
  readonly firstLink: string | null;
  readonly operationsUrl: string;
  readonly demo: DemoResult | undefined;
}

export const welcome = ({ url, pages, firstLink, operationsUrl, demo }: Started): string => {
  const lines = [
    `Folio is ready at ${url}`,
    pages === null
      ? 'No pages for people: CONSOLE=0, or PUBLIC_URL does not say where people reach them.'
      : `Pages for people: ${pages}`,
    ...(firstLink === null ? [] : [`Become the administrator (once, within an hour): ${firstLink}`]),
    `Health and metrics: ${operationsUrl}/health, ${operationsUrl}/metrics`,
    ...(demo === undefined ? ownLines() : demoLines(url, demo)),
    '',
  ];
  return lines.join('\n');
};
