// Which era of the protocol a request belongs to, and what a modern one must carry. The body decides; headers are a
// cross-check (2026-07-28, "Streamable HTTP", standard request headers).
import { SERVICE } from '../../generated/service.ts';
import { CODE, echo, isRecord, type Members, type RequestMessage } from './message.ts';

export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  server: 'io.modelcontextprotocol/serverInfo',
} as const;

const { modern, legacy, batch_in } = SERVICE.protocol;

export const MODERN_VERSIONS: ReadonlySet<string> = new Set<string>(modern);
export const LEGACY_VERSIONS: ReadonlySet<string> = new Set<string>(legacy);
export const BATCH_VERSIONS: ReadonlySet<string> = new Set<string>(batch_in);
export const ALL_VERSIONS: readonly string[] = [...modern, ...legacy];

/** Revisions are ISO days, so text order is time order. */
export const FIRST_MODERN_VERSION: string = [...MODERN_VERSIONS].sort()[0] ?? '';

export interface McpHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

export type Era = 'modern' | 'legacy';

/** Always answered with HTTP 400. */
interface Rejection {
  readonly code: number;
  readonly message: string;
  readonly data?: Members;
}

export type Verdict = { readonly era: Era } | { readonly era: 'rejected'; readonly rejection: Rejection };

const MODERN: Verdict = { era: 'modern' };
const LEGACY: Verdict = { era: 'legacy' };

const reject = (code: number, message: string, data?: Members): Verdict => ({
  era: 'rejected',
  rejection: data === undefined ? { code, message } : { code, message, data },
});

const mismatch = (problem: string): Verdict => reject(CODE.headerMismatch, `Header mismatch: ${problem}`);

const unsupported = (requested: string, supported: readonly string[]): Verdict =>
  reject(CODE.unsupportedVersion, 'Unsupported protocol version', { supported, requested: echo(requested) });

/** `params._meta` when it names a protocol version, well formed or not. */
export const findClaim = (params: unknown): Members | undefined => {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) && Object.hasOwn(meta, META.version) ? meta : undefined;
};

const badClaim = (key: string, problem: string): Verdict =>
  reject(CODE.invalidParams, `Invalid params: _meta["${key}"] ${problem}`, { key, problem });

const claimFault = (claim: Members): Verdict | undefined => {
  if (typeof claim[META.version] !== 'string') return badClaim(META.version, 'must be a string.');
  if (claim[META.capabilities] === undefined) return badClaim(META.capabilities, 'is missing.');
  if (!isRecord(claim[META.capabilities])) return badClaim(META.capabilities, 'must be an object.');
  return undefined;
};

/** What Mcp-Name repeats of the params. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** One that is not plain header text comes as `=?base64?...?=`. */
const SENTINEL = /^=\?base64\?(.*)\?=$/;
const CANONICAL_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The name that the header means; undefined when its encoding is broken. */
const decodeName = (header: string): string | undefined => {
  const encoded = SENTINEL.exec(header)?.[1];
  if (encoded === undefined) return header;
  if (!CANONICAL_BASE64.test(encoded)) return undefined;
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
};

/** What is wrong with the header, if anything. A body without a name is refused later, as bad params. */
const checkNameHeader = (header: string | undefined, name: unknown): string | undefined => {
  if (header === undefined) return typeof name === 'string' ? 'the Mcp-Name header is missing.' : undefined;
  const decoded = decodeName(header);
  if (decoded === undefined) return 'the Mcp-Name header is not valid Base64 of UTF-8 text.';
  if (typeof name !== 'string' || decoded === name) return undefined;
  return `Mcp-Name header '${echo(header)}' does not match body value '${echo(name)}'.`;
};

const checkModern = (message: RequestMessage, claim: Members, headers: McpHeaders): Verdict => {
  const fault = claimFault(claim);
  if (fault !== undefined) return fault;
  const version = String(claim[META.version]);
  if (headers.version !== undefined && headers.version !== version) {
    return mismatch(
      `MCP-Protocol-Version header '${echo(headers.version)}' does not match body value '${echo(version)}'.`,
    );
  }
  if (headers.method !== undefined && headers.method !== message.method) {
    return mismatch(
      `Mcp-Method header '${echo(headers.method)}' does not match body value '${echo(message.method)}'.`,
    );
  }
  if (!MODERN_VERSIONS.has(version)) {
    // Legacy revisions are not served to requests that carry `_meta`, so they are not offered here.
    return unsupported(version, LEGACY_VERSIONS.has(version) ? [...MODERN_VERSIONS] : ALL_VERSIONS);
  }
  if (headers.version === undefined) return mismatch('the MCP-Protocol-Version header is missing.');
  if (headers.method === undefined) return mismatch('the Mcp-Method header is missing.');
  const named = Object.hasOwn(NAMED, message.method) ? NAMED[message.method] : undefined;
  const problem = named === undefined ? undefined : checkNameHeader(headers.name, message.params[named]);
  return problem === undefined ? MODERN : mismatch(problem);
};

const withoutClaim = ({ version }: McpHeaders): Verdict => {
  if (version === undefined || LEGACY_VERSIONS.has(version)) return LEGACY;
  if (!MODERN_VERSIONS.has(version)) return unsupported(version, ALL_VERSIONS);
  return reject(
    CODE.invalidParams,
    `Invalid params: revision ${version} requires params._meta with ${META.version} and ${META.capabilities}.`,
    { missing: [META.version, META.capabilities] },
  );
};

/** The legacy handshake is never refused for its version; only a complete modern claim makes `initialize` modern. */
const isHandshake = (claim: Members | undefined): boolean =>
  claim === undefined ||
  claimFault(claim) !== undefined ||
  String(claim[META.version]) < FIRST_MODERN_VERSION;

export const classify = (message: RequestMessage, headers: McpHeaders): Verdict => {
  const claim = findClaim(message.params);
  if (message.method === 'initialize' && isHandshake(claim)) return LEGACY;
  return claim === undefined ? withoutClaim(headers) : checkModern(message, claim, headers);
};
