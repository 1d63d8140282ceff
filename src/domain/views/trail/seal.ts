// The seal of an exported file: the service signs all its lines, so that without the database too nobody can change, add or
// leave out what no checkpoint covers, such as records as they are and entries that are newer than the last one.
import { createHash } from 'node:crypto';
import type { Signer, Verifier } from '../../../base/notes/signing-key.ts';

/** No checkpoint reads like this: in one the second line is a number. */
const statement = (digest: string): string => `folio/export\nsha256 ${digest}\n`;

export interface SealedLines {
  add(text: string): void;
  /** Base64. */
  seal(signer: Signer): string;
  isSealed(verifier: Verifier, seal: string): boolean;
}

/** Over the lines before the last, each with its line feed. */
export const sealedLines = (): SealedLines => {
  const hash = createHash('sha256');
  const said = (): string => statement(hash.copy().digest('hex'));
  return {
    add: (text) => void hash.update(text),
    seal: (signer) => signer.sign(said()).toString('base64'),
    isSealed: (verifier, seal) => verifier.verify(said(), Buffer.from(seal, 'base64')),
  };
};
