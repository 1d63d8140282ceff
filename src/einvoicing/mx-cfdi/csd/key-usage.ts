// What a certificate's key may be used for. node:crypto shows the extended usages only, so the few bytes of the basic
// extension are read here.

/** OID 2.5.29.15 as DER writes it. */
const KEY_USAGE_OID = Buffer.from('0603551d0f', 'hex');
const BOOLEAN = 0x01;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;

export interface KeyUsage {
  readonly digitalSignature: boolean;
  readonly dataEncipherment: boolean;
  readonly keyAgreement: boolean;
  readonly keyCertSign: boolean;
}

/** Undefined when the certificate does not say. */
export const keyUsageOf = (certificate: Buffer): KeyUsage | undefined => {
  const start = certificate.indexOf(KEY_USAGE_OID);
  if (start < 0) return undefined;
  let rest = certificate.subarray(start + KEY_USAGE_OID.length);
  if (rest[0] === BOOLEAN) rest = rest.subarray(3);
  // An extension is an octet string around its value, here a bit string: 04 len 03 len unused bits.
  if (rest[0] !== OCTET_STRING || rest[2] !== BIT_STRING) return undefined;
  const bits = rest[5] ?? 0;
  return {
    digitalSignature: (bits & 0x80) !== 0,
    dataEncipherment: (bits & 0x10) !== 0,
    keyAgreement: (bits & 0x08) !== 0,
    keyCertSign: (bits & 0x04) !== 0,
  };
};
