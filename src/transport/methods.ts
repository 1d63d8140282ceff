// The methods other than tools/call: their answers are mostly assembled once, at start.
import { SERVICE } from '../../generated/service.ts';
import type { Era } from './era.ts';
import { echo, isRecord, type RequestMessage } from './json-rpc.ts';
import { ALL_VERSIONS, CODE, LEGACY_VERSIONS } from './protocol.ts';
import { bytesReply, errorReply, type Reply, resultMembers, resultReply } from './respond.ts';

export interface Methods {
  /** Every method but tools/call. */
  answer(message: RequestMessage, era: Era): Reply;
  readonly toolNames: ReadonlySet<string>;
}

const { name, title, version, instructions, tools_list_ttl_ms, discover_ttl_ms } = SERVICE;

const renderMembers = (value: object): string => JSON.stringify(value).slice(1, -1);

const cacheable = (ttlMs: number): string => renderMembers({ ttlMs, cacheScope: 'public' });

const capabilities = { tools: {} };

const discovery = resultMembers(
  'modern',
  `${renderMembers({ supportedVersions: ALL_VERSIONS, capabilities, instructions })},${cacheable(discover_ttl_ms)}`,
);

const pong = resultMembers('legacy', '');

/** The requested revision if it is served with a handshake, else the latest such one; never an error. */
const initialize = ({ id, params }: RequestMessage): Reply => {
  const asked = params['protocolVersion'];
  const protocolVersion =
    typeof asked === 'string' && LEGACY_VERSIONS.has(asked) ? asked : SERVICE.protocol.legacy_fallback;
  const serverInfo = { name, title, version };
  return resultReply(
    id,
    resultMembers('legacy', renderMembers({ protocolVersion, capabilities, serverInfo, instructions })),
  );
};

const unknownMethod = ({ id, method }: RequestMessage, era: Era): Reply =>
  errorReply(era === 'modern' ? 404 : 200, id, {
    code: CODE.methodNotFound,
    message: `Method not found: ${echo(method)}`,
  });

const cursorNotIssued = (id: RequestMessage['id']): Reply =>
  errorReply(200, id, {
    code: CODE.invalidParams,
    message: 'Invalid params: the list has one page, so no cursor was ever given; leave cursor out.',
  });

interface ListedTools {
  readonly list: string;
  readonly names: ReadonlySet<string>;
}

const readTools = (toolsJson: string): ListedTools => {
  const file: unknown = JSON.parse(toolsJson);
  const tools = isRecord(file) ? file['tools'] : undefined;
  if (!Array.isArray(tools)) throw new TypeError('The tool list must be {"tools": [...]}.');
  const names = tools.map((tool: unknown) => (isRecord(tool) ? String(tool['name']) : ''));
  return { list: `"tools":${JSON.stringify(tools)}`, names: new Set(names) };
};

/** `toolsJson` is the text `{"tools": [...]}`, the same for every key, so that it may be cached publicly. */
export const createMethods = (toolsJson: string): Methods => {
  const { list, names } = readTools(toolsJson);
  const lists: Readonly<Record<Era, Buffer>> = {
    modern: Buffer.from(resultMembers('modern', `${list},${cacheable(tools_list_ttl_ms)}`)),
    legacy: Buffer.from(resultMembers('legacy', list)),
  };
  return {
    toolNames: names,
    answer(message, era) {
      const { id, method, params } = message;
      if (method === 'tools/list') {
        return (params['cursor'] ?? undefined) === undefined
          ? bytesReply(id, lists[era])
          : cursorNotIssued(id);
      }
      if (era === 'modern')
        return method === 'server/discover' ? resultReply(id, discovery) : unknownMethod(message, era);
      if (method === 'initialize') return initialize(message);
      return method === 'ping' ? resultReply(id, pong) : unknownMethod(message, era);
    },
  };
};

const COUNTED = new Set(['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call']);

/** The name under which a method is counted: callers must not be able to create new metric series. */
export const countedMethod = (method: string): string => (COUNTED.has(method) ? method : 'other');
