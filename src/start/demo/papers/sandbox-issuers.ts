// Mexican suppliers of the demo: each has a certificate of the sandbox's authority, and the sandbox's PAC stamps what they seal,
// so that it answers for them when the status of a document is asked.
import { sign } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import type { Secrets } from '../../../base/secrets/secrets.ts';
import { DAY_MS } from '../../../base/time/day.ts';
import type { BuiltDocument, Signer } from '../../../einvoicing/filing.ts';
import { readLocalTime } from '../../../einvoicing/mx-cfdi/local-time.ts';
import { seal } from '../../../einvoicing/mx-cfdi/seal.ts';
import { openAuthority } from '../../../sandbox/authority/authority.ts';
import { readCfdi } from '../../../sandbox/pac/document.ts';
import { stampOnce } from '../../../sandbox/pac/stamping.ts';
import { stampStore } from '../../../sandbox/pac/store.ts';

export interface Issuers {
  /** Sealed and stamped: the file that the supplier sends, and its UUID. */
  stamp(
    issuer: { readonly rfc: string; readonly name: string },
    built: BuiltDocument,
  ): Promise<{ readonly file: Buffer; readonly uuid: string }>;
}

const ISSUED_BEFORE_DAYS = 60;
const ZONE = 'America/Mexico_City';

/** A certificate is made when its holder first seals, and kept by nobody. */
export const openIssuers = (database: Database, secrets: Secrets, now: () => Date): Issuers => {
  const signers = new Map<string, Promise<Signer>>();
  const signerOf = async (rfc: string, holder: string): Promise<Signer> => {
    const authority = await openAuthority(database, secrets, now());
    const validFrom = new Date(now().getTime() - ISSUED_BEFORE_DAYS * DAY_MS);
    const csd = await authority.issueCsd({ rfc, holder, now: now(), validFrom });
    return {
      certificateNumber: csd.serial,
      certificate: csd.certificate.toString('base64'),
      taxId: rfc,
      validFrom: csd.validFrom,
      validTo: csd.validTo,
      sandbox: true,
      sign: (text) => sign('RSA-SHA256', Buffer.from(text, 'utf8'), csd.key).toString('base64'),
    };
  };
  return {
    stamp: async ({ rfc, name }, built) => {
      const signer = signers.get(rfc) ?? signerOf(rfc, name);
      signers.set(rfc, signer);
      const cfdi = readCfdi(seal(built, await signer).bytes);
      if ('code' in cfdi) throw new Error(`a CFDI of the demo cannot be read: ${cfdi.message}`);
      const { pac } = await openAuthority(database, secrets, now());
      const stamped = await stampOnce(cfdi, {
        store: stampStore(database),
        pac,
        now: readLocalTime(ZONE, cfdi.fecha),
        customId: null,
        needsAcceptance: false,
      });
      if ('by' in stamped) throw new Error('a CFDI of the demo was stamped before');
      return { file: Buffer.from(stamped.document, 'utf8'), uuid: stamped.uuid };
    },
  };
};
