// A signer with a certificate made up for tests, in the form of a CSD: number, RFC and dates where the SAT writes them.
import { createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { Signer } from '../../../src/einvoicing/filing.ts';
import { makeAuthority, makeCsd } from '../../../src/sandbox/authority/issue.ts';

export interface TestSigner extends Signer {
  readonly publicKey: KeyObject;
}

const VALID_FROM = new Date('2025-01-01T00:00:00Z');
const VALID_TO = new Date('2029-01-01T00:00:00Z');

let authority: ReturnType<typeof makeAuthority> | undefined;

const made = new Map<string, Promise<TestSigner>>();

/** One for each RFC: keys take a while to find. */
export const testSigner = (taxId: string): Promise<TestSigner> => {
  const known = made.get(taxId) ?? makeSigner(taxId);
  made.set(taxId, known);
  return known;
};

const makeSigner = async (taxId: string): Promise<TestSigner> => {
  const issued = await (authority ??= makeAuthority());
  const csd = await makeCsd(issued, {
    rfc: taxId,
    holder: 'Prueba',
    now: VALID_FROM,
    validFrom: VALID_FROM,
    validTo: VALID_TO,
  });
  return {
    certificateNumber: csd.serial,
    certificate: csd.certificate.toString('base64'),
    taxId,
    validFrom: VALID_FROM,
    validTo: VALID_TO,
    sandbox: true,
    publicKey: createPublicKey(csd.key),
    sign: (text) => sign('RSA-SHA256', Buffer.from(text, 'utf8'), csd.key).toString('base64'),
  };
};
