// The text printed when the service is ready.
import type { DemoResult } from './demo/ensure.ts';
import type { DemoKey } from './demo/keys.ts';

const TRY = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_entities","arguments":{}}}';

const demoLines = (url: string, keys: readonly DemoKey[]): string[] => {
  const [first] = keys;
  // No usable key means that all demo keys were revoked: point to making a new one.
  if (first === undefined) return ownLines();
  return [
    '',
    'API keys of the demo organisation:',
    ...keys.map(({ name, secret }) => `  ${secret}  ${name}`),
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
    ...(demo === undefined ? ownLines() : demoLines(url, demo.keys)),
    '',
  ];
  return lines.join('\n');
};
