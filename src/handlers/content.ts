// The bytes of a file that a call brings as base64.
import type { Raises } from '../base/raises.ts';

export const readBase64 = (ctx: Raises<'invalid_parameter'>, path: string, text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') === text) return bytes;
  throw ctx.error('invalid_parameter', {
    path,
    reason: 'is not base64',
    received: `${text.length} characters`,
    hint: 'Encode the bytes of the file with the alphabet A-Z, a-z, 0-9, + and /, padded with =.',
  });
};
