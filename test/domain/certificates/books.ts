// Files as the SAT hands them out, made by the sandbox's authority.
import type { Csd, CsdFiles } from '../../../src/einvoicing/mx-cfdi/csd/read-csd.ts';

export const PASSPHRASE = 'contraseña 12345678a';

/** The key as an encrypted PKCS#8 in DER. */
export const filesOf = ({ certificate, key }: Csd, passphrase = PASSPHRASE): CsdFiles => ({
  certificate,
  key: key.export({ format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase }),
  passphrase,
});
