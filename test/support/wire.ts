// Plain HTTP calls, for what the typed client hides: status codes, headers and bodies as they are.
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export const post = async (
  url: string,
  key: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, headers: response.headers, body };
};

interface ToolResult {
  readonly isError: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

/** The result of tools/call, whatever it says. */
export const callTool = async (
  url: string,
  key: string,
  name: string,
  args: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ToolResult> => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { status, body } = await post(url, key, message, headers);
  if (status !== 200 || body['result'] === undefined)
    throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  return body['result'] as ToolResult;
};

/** The error of a call that must fail as a tool result. */
export const callError = async (
  url: string,
  key: string,
  name: string,
  args: unknown,
): Promise<Record<string, unknown>> => {
  const result = await callTool(url, key, name, args);
  if (!result.isError) throw new Error(`${name} succeeded: ${result.content[0]?.text.slice(0, 300)}`);
  if (result.structuredContent !== undefined) throw new Error('an error must carry no structuredContent');
  return (JSON.parse(result.content[0]?.text ?? '{}') as { error: Record<string, unknown> }).error;
};
