// The text of a CFDI as the bytes that are kept and sent.
import { createHash } from 'node:crypto';
import type { BuiltDocument } from '../filing.ts';

const PROFILE = 'cfdi-4.0';

export const documentOf = (xml: string, seal: string | null): BuiltDocument => {
  const bytes = Buffer.from(xml, 'utf8');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, mediaType: 'application/xml', sha256, profile: PROFILE, seal };
};
