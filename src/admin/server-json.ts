// The file by which the official registry of MCP servers lists this one. Publishing it is the operator's act.
import { isIP } from 'node:net';
import { SERVICE } from '../../generated/service.ts';
import { Refusal } from '../base/refusal.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

export interface ServerJson {
  readonly $schema: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly websiteUrl: string;
  readonly remotes: readonly { readonly type: 'streamable-http'; readonly url: string }[];
}

/** The name is the host from its end, so that who owns the domain may publish it. */
export const serverJson = (publicUrl: string | null): ServerJson => {
  const url = new URL(publicUrl ?? 'http://localhost');
  const isNamed = url.hostname.includes('.') && isIP(url.hostname) === 0;
  if (url.protocol !== 'https:' || !isNamed)
    throw new Refusal(
      'wrong_state',
      'The registry lists servers on the internet: set PUBLIC_URL to their https address with a name, such as https://books.example.com.',
    );
  const domain = url.hostname.split('.').toReversed().join('.');
  return {
    $schema: SCHEMA,
    name: `${domain}/folio`,
    title: SERVICE.title,
    description: SERVICE.registry_description,
    version: SERVICE.version,
    websiteUrl: url.origin,
    remotes: [{ type: 'streamable-http', url: `${url.origin}/mcp` }],
  };
};
