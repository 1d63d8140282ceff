// What an answer to a bad call may be: a refusal with a code that the tool declares, a success, or a fault of the
// protocol that names itself. Anything else is a loss.
import { TOOLS, type ToolName } from '../../generated/dispatch.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
}

export interface Judged {
  /** For the counts: a code, `ok`, or the number of a fault of the protocol. */
  readonly code: string;
  readonly refused: boolean;
  /** What is wrong with the answer; null for a good one. */
  readonly loss: string | null;
}

interface ToolResult {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: object;
}

/** JSON-RPC: the server's own failure. */
const INTERNAL = -32_603;
const UNFINISHED = /\[object |undefined|\bNaN\b|\{[a-z_]+\}/;

export const judge = (tool: ToolName | null, { status, text }: Answered): Judged => {
  if (status >= 500) return { code: `HTTP ${status}`, refused: true, loss: `HTTP ${status}` };
  if (text === '')
    return { code: `HTTP ${status}`, refused: true, loss: status < 400 && status !== 202 ? 'empty' : null };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { code: `HTTP ${status}`, refused: true, loss: 'the answer is no JSON' };
  }
  // A batch is judged by its parts.
  const parts = (Array.isArray(body) ? body : [body]).map((part) => judgeOne(tool, part as Message));
  return (
    parts.find(({ loss }) => loss !== null) ?? parts[0] ?? { code: 'empty batch', refused: true, loss: null }
  );
};

interface Message {
  readonly error?: { readonly code: unknown; readonly message: unknown };
  readonly result?: ToolResult;
}

const judgeOne = (tool: ToolName | null, { error, result }: Message): Judged => {
  if (error !== undefined) {
    const isTold = typeof error.message === 'string' && error.message !== '' && error.code !== INTERNAL;
    return { code: String(error.code), refused: true, loss: isTold ? null : 'a fault without a name' };
  }
  if (result === undefined) return { code: 'none', refused: true, loss: 'neither result nor error' };
  if (tool === null)
    return { code: result.isError === true ? 'refused' : 'ok', refused: result.isError === true, loss: null };
  if (result.isError !== true) return judgeSuccess(result);
  const told = JSON.parse(result.content?.[0]?.text ?? '{}') as {
    error?: { code?: string; message?: string; hint?: string };
  };
  const { code = 'none', message = '', hint = '' } = told.error ?? {};
  return { code, refused: true, loss: lossOfRefusal(tool, code, message, hint) };
};

const lossOfRefusal = (tool: ToolName, code: string, message: string, hint: string): string | null => {
  if (code === 'internal_error') return 'internal_error';
  if (!(TOOLS[tool].errors as readonly string[]).includes(code)) return `${tool} does not declare ${code}`;
  if (message === '' || hint === '') return 'an error without words';
  return UNFINISHED.test(message.replaceAll(/"[^"]*"/g, '')) ? `unfinished words: ${message}` : null;
};

/** The test service itself holds each answer to its schema. */
const judgeSuccess = ({ structuredContent, content }: ToolResult): Judged => ({
  code: 'ok',
  refused: false,
  loss: structuredContent === undefined && (content ?? []).length === 0 ? 'an answer without content' : null,
});
