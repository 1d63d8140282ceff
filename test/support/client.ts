// The generated client as tests use it, with every set of tools: ids as the books type them, nothing repeated, no key that the test did not give.
import {
  type CallOptions,
  type ClientOptions,
  createClient as createPackaged,
} from '../../generated/client/index.ts';
import type { AnswerOf, InputOf, ToolName } from '../../generated/dispatch.ts';
import { TOOLSET_NAMES } from '../../generated/toolsets.ts';

export { FolioError, FolioHttpError } from '../../generated/client/index.ts';

type Method<T extends ToolName> =
  object extends InputOf<T>
    ? (args?: InputOf<T>, options?: CallOptions) => Promise<AnswerOf<T>>
    : (args: InputOf<T>, options?: CallOptions) => Promise<AnswerOf<T>>;

export type FolioClient = { readonly [T in ToolName]: Method<T> } & {
  call<T extends ToolName>(tool: T, args: InputOf<T>, options?: CallOptions): Promise<AnswerOf<T>>;
};

export const createClient = (options: ClientOptions): FolioClient => {
  const folio: object = createPackaged({
    retries: 0,
    idempotency: false,
    toolsets: TOOLSET_NAMES,
    ...options,
  });
  return folio as FolioClient;
};
