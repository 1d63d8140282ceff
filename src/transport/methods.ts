// The methods other than tools/call: their answers are mostly assembled once, at start.
import { SERVICE } from '../../generated/service.ts';
import { ICONS } from '../base/icon.ts';
import { fit } from '../base/text/fit.ts';
import type { KeyReader } from '../dispatch/reader.ts';
import { ALL_VERSIONS, type Era, LEGACY_VERSIONS, META } from './era.ts';
import { securitySchemes } from './consent.ts';
import { TASK_METHODS } from './task-reply.ts';
import { MAX_LISTS_BYTES } from './limits.ts';
import { OFFERED, OFFERED_CAPABILITIES } from './offers.ts';
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
  /** Every method but tools/call, for a key that can do this. */
  answer(message: RequestMessage, era: Era, reader: KeyReader): Reply;
  readonly toolNames: ReadonlySet<string>;
}

const { name, title, version, instructions, tools_list_ttl_ms, discover_ttl_ms } = SERVICE;

const renderMembers = (value: object): string => JSON.stringify(value).slice(1, -1);

const cacheable = (ttlMs: number, cacheScope: 'public' | 'private' = 'public'): string =>
  renderMembers({ ttlMs, cacheScope });

const capabilities = { tools: {}, ...OFFERED_CAPABILITIES };

/** Extensions came with the latest revision; what a server says of this one is empty. */
const modernCapabilities = { ...capabilities, extensions: { [SERVICE.tasks.extension]: {} } };

const serverInfo = { name, title, version };
/** Icons came with the latest revision that has a handshake; those before are answered as ever. */
const withIcons = { ...serverInfo, icons: ICONS };
/** Told in full once, where clients ask what this is; other answers name the server only. */
const discoverEnd = `,"_meta":${JSON.stringify({ [META.server]: withIcons })}`;

/** What the key can do differs, so no cache may hand the answer from one to the other. */
const discover = ({ id }: RequestMessage, reader: KeyReader): Reply => {
  const told = {
    supportedVersions: ALL_VERSIONS,
    capabilities: modernCapabilities,
    instructions: fit(instructions, reader),
  };
  return resultReply(
    id,
    resultMembers('modern', `${renderMembers(told)},${cacheable(discover_ttl_ms, 'private')}`, discoverEnd),
  );
};

const pong = resultMembers('legacy', '');

/** The requested revision if it is served with a handshake, else the latest such one; never an error. */
const initialize = ({ id, params }: RequestMessage, reader: KeyReader): Reply => {
  const asked = params['protocolVersion'];
  const protocolVersion =
    typeof asked === 'string' && LEGACY_VERSIONS.has(asked) ? asked : SERVICE.protocol.legacy_fallback;
  const told = {
    protocolVersion,
    capabilities,
    serverInfo: protocolVersion === SERVICE.protocol.legacy_fallback ? withIcons : serverInfo,
    instructions: fit(instructions, reader),
  };
  return resultReply(id, resultMembers('legacy', renderMembers(told)));
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
  /** Descriptions that differ by what the key can do, and the tools that they ask for. */
  readonly fitting: Readonly<Record<string, string>>;
  readonly askedFor: readonly string[];
  /** What each tool needs; null for one of every key. */
  readonly scopes: Readonly<Record<string, string | null>>;
}

const nameOf = (tool: object): string => ('name' in tool ? String(tool.name) : '');

/** The answers are rendered once for each combination of tools that keys have and can use. */
const renderLists = ({ common, sets, fitting, askedFor, scopes }: ListedTools) => {
  const rendered = new Map<string, Readonly<Record<Era, ReadyResult>>>();
  const all = [...common, ...Object.values(sets).flat()].map((tool) => ({ tool, name: nameOf(tool) }));
  let bytes = 0;
  const render = (reader: KeyReader): Readonly<Record<Era, ReadyResult>> => {
    const tools = all
      .filter((each) => reader.lists(each.name))
      .map(({ tool, name: known }) => {
        const text = fitting[known];
        const fitted = text === undefined ? tool : { ...tool, description: fit(text, reader) };
        return reader.connected ? { ...fitted, ...securitySchemes(scopes[known] ?? null) } : fitted;
      });
    const list = `"tools":${JSON.stringify(tools)}`;
    return {
      // A list that differs by key must not be handed from one to the other.
      modern: readyResult(resultMembers('modern', `${list},${cacheable(tools_list_ttl_ms, 'private')}`)),
      legacy: readyResult(resultMembers('legacy', list)),
    };
  };
  // What is listed differs by the sets, and for keys of one company.
  const further = Object.values(sets).flat().map(nameOf);
  return (reader: KeyReader): Readonly<Record<Era, ReadyResult>> => {
    const key = [
      String(reader.connected),
      ...askedFor.filter(reader.can),
      '',
      ...further.filter(reader.lists),
    ].join();
    const known = rendered.get(key);
    if (known !== undefined) return known;
    const lists = render(reader);
    if (bytes > MAX_LISTS_BYTES) rendered.clear();
    bytes = (rendered.size === 0 ? 0 : bytes) + lists.modern.plain.length + lists.legacy.plain.length;
    rendered.set(key, lists);
    return lists;
  };
};

export const createMethods = (tools: ListedTools): Methods => {
  const listsFor = renderLists(tools);
  return {
    toolNames: new Set([tools.common, ...Object.values(tools.sets)].flat().map(nameOf)),
    answer(message, era, reader) {
      const { id, method, params } = message;
      if (method === 'tools/list') {
        // Some clients ask for the first page with an empty cursor.
        return (params['cursor'] ?? '') === '' ? bytesReply(id, listsFor(reader)[era]) : cursorNotIssued(id);
      }
      if (era === 'modern')
        return method === 'server/discover' ? discover(message, reader) : unknownMethod(message, era);
      if (method === 'initialize') return initialize(message, reader);
      return method === 'ping' ? resultReply(id, pong) : unknownMethod(message, era);
    },
  };
};

const COUNTED = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  ...OFFERED,
  ...TASK_METHODS,
]);

/** The name under which a method is counted: callers must not be able to create new metric series. */
export const countedMethod = (method: string): string => (COUNTED.has(method) ? method : 'other');
