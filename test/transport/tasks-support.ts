// A client that knows tasks, without a client's help: every request says so by itself.
import { SERVICE } from '../../generated/service.ts';
import { post, type WireAnswer } from '../support/wire.ts';
import { CAPABILITIES_KEY, VERSION_KEY } from './support.ts';

const [version] = SERVICE.protocol.modern;
export const TASKS = SERVICE.tasks.extension;

export interface Asked {
  readonly url: string;
  readonly key: string;
  /** Whether the request says that its client knows tasks. */
  readonly declares?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is not plain header text comes encoded. */
const headerText = (name: string): string =>
  name === '' || name.trim() !== name ? `=?base64?${Buffer.from(name).toString('base64')}?=` : name;

export const rpc = (
  { url, key, declares = true, headers = {} }: Asked,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<WireAnswer> => {
  const name = params['name'] ?? params['taskId'];
  const capabilities = declares ? { extensions: { [TASKS]: {} } } : {};
  return post(
    url,
    key,
    {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities } },
    },
    {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
      ...headers,
    },
  );
};

export interface Task {
  readonly resultType: string;
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly result?: {
    readonly isError: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
  };
}

export const resultOf = ({ status, body }: WireAnswer): Task => {
  if (status !== 200 || body['result'] === undefined)
    throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  return body['result'] as Task;
};

export const errorOf = ({ status, body }: WireAnswer): { status: number; code: number; message: string } => {
  const { code, message } = body['error'] as { code: number; message: string };
  return { status, code, message };
};

export const getTask = async (asked: Asked, taskId: string): Promise<Task> =>
  resultOf(await rpc(asked, 'tasks/get', { taskId }));
