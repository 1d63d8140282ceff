// The methods other than tools/call: their answers are mostly assembled once, at start.
import { SERVICE } from '../../generated/service.ts';
import { ALL_VERSIONS, type Era, LEGACY_VERSIONS } from './era.ts';
import { MAX_LISTS_BYTES } from './limits.ts';
import { CODE, echo, type RequestMessage } from './message.ts';
import {
  bytesReply,
  errorReply,
  type ReadyResult,
  readyResult,
  type Reply,
  resultMembers,
  resultReply,
} from './reply.ts';

export interface Methods {
  /** Every method but tools/call, for a key with these sets of tools. */
  answer(message: RequestMessage, era: Era, toolsets: ReadonlySet<string>): Reply;
  readonly toolNames: ReadonlySet<string>;
}

const { name, title, version, instructions, tools_list_ttl_ms, discover_ttl_ms } = SERVICE;

const renderMembers = (value: object): string => JSON.stringify(value).slice(1, -1);

const cacheable = (ttlMs: number, cacheScope: 'public' | 'private' = 'public'): string =>
  renderMembers({ ttlMs, cacheScope });

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

/** What tools/list answers to every key, and what it adds to the answer for each further set. */
export interface ListedTools {
  readonly common: readonly object[];
  readonly sets: Readonly<Record<string, readonly object[]>>;
}

const nameOf = (tool: object): string => ('name' in tool ? String(tool.name) : '');

/** The answers are rendered once for each combination of sets that keys carry. */
const renderLists = ({ common, sets }: ListedTools) => {
  const rendered = new Map<string, Readonly<Record<Era, ReadyResult>>>();
  let bytes = 0;
  // A list that differs by key must not be handed from one to the other.
  const scope = Object.keys(sets).length === 0 ? 'public' : 'private';
  return (toolsets: ReadonlySet<string>): Readonly<Record<Era, ReadyResult>> => {
    const carried = Object.keys(sets).filter((set) => toolsets.has(set));
    const known = rendered.get(carried.join());
    if (known !== undefined) return known;
    const tools = [...common, ...carried.flatMap((set) => sets[set] ?? [])];
    const list = `"tools":${JSON.stringify(tools)}`;
    const lists = {
      modern: readyResult(resultMembers('modern', `${list},${cacheable(tools_list_ttl_ms, scope)}`)),
      legacy: readyResult(resultMembers('legacy', list)),
    };
    if (bytes > MAX_LISTS_BYTES) rendered.clear();
    bytes = (rendered.size === 0 ? 0 : bytes) + lists.modern.plain.length + lists.legacy.plain.length;
    rendered.set(carried.join(), lists);
    return lists;
  };
};

export const createMethods = (tools: ListedTools): Methods => {
  const listsFor = renderLists(tools);
  return {
    toolNames: new Set([tools.common, ...Object.values(tools.sets)].flat().map(nameOf)),
    answer(message, era, toolsets) {
      const { id, method, params } = message;
      if (method === 'tools/list') {
        // Some clients ask for the first page with an empty cursor.
        return (params['cursor'] ?? '') === ''
          ? bytesReply(id, listsFor(toolsets)[era])
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
