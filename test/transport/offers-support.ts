// Asks the real service for what stands beside the tools, and knows a company of somebody else.
import type { EntityId } from '../../generated/ids.ts';
import { addEntity, addKey, addOrganisation } from '../support/books.ts';
import type { TestService } from '../support/service.ts';
import { CAPABILITIES_KEY, VERSION_KEY } from './support.ts';

/** Members that answers have; a test looks only at those that its answer must have. */
interface Body {
  readonly result: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

interface Heard {
  readonly status: number;
  readonly body: Body;
}

export interface Other {
  /** A company of another organisation, and the key of that organisation. */
  readonly entity_id: EntityId;
  readonly secret: string;
  readonly ask: (secret: string, method: string, params?: object) => Promise<Heard>;
  /** `name`: the header Mcp-Name. */
  readonly askModern: (secret: string, method: string, params?: object, name?: string) => Promise<Heard>;
  readonly send: (secret: string, batch: readonly object[]) => Promise<readonly Body[]>;
}

const VERSION = '2026-07-28';
const META = { [VERSION_KEY]: VERSION, [CAPABILITIES_KEY]: {} };

export const startOther = async ({ url, database }: TestService): Promise<Other> => {
  const organisation_id = await addOrganisation(database);
  const entity_id = await addEntity(database, organisation_id, { country_code: 'DE', is_default: true });
  const post = (
    secret: string,
    message: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(message),
    });
  const one = async (answer: Response): Promise<Heard> => ({
    status: answer.status,
    body: (await answer.json()) as Body,
  });
  return {
    entity_id,
    secret: await addKey(database, organisation_id),
    ask: async (secret, method, params = {}) =>
      one(await post(secret, { jsonrpc: '2.0', id: 1, method, params }, {})),
    askModern: async (secret, method, params = {}, name) =>
      one(
        await post(
          secret,
          { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
          {
            'mcp-protocol-version': VERSION,
            'mcp-method': method,
            ...(name === undefined ? {} : { 'mcp-name': name }),
          },
        ),
      ),
    send: async (secret, batch) => (await (await post(secret, batch, {})).json()) as readonly Body[],
  };
};
