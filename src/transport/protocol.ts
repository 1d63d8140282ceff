// Constants of the Model Context Protocol and of JSON-RPC; the revisions served come from the spec.
import { SERVICE } from '../../generated/service.ts';

export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  server: 'io.modelcontextprotocol/serverInfo',
} as const;

export const CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

const { modern, legacy, batch_in } = SERVICE.protocol;

export const MODERN_VERSIONS: ReadonlySet<string> = new Set<string>(modern);
export const LEGACY_VERSIONS: ReadonlySet<string> = new Set<string>(legacy);
export const BATCH_VERSIONS: ReadonlySet<string> = new Set<string>(batch_in);
export const ALL_VERSIONS: readonly string[] = [...modern, ...legacy];

/** Revisions are ISO days, so text order is time order. */
export const FIRST_MODERN_VERSION: string = [...MODERN_VERSIONS].sort()[0] ?? '';
