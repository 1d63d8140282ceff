// What only a CFDI says, beside what every document does.

/** What only a CFDI says of itself. */
export interface ReadMexico {
  readonly exportation: string | null;
  /** Postal code of LugarExpedicion. */
  readonly placeOfIssue: string | null;
  readonly confirmation: string | null;
  readonly global: { readonly period: string; readonly months: string; readonly year: string } | null;
  /** Complements by their names, in the document's order. */
  readonly complements: readonly string[];
}

/** Seal, stamp and certificate of a CFDI, as far as they can be checked without asking anybody. */
export interface ReadSeals {
  readonly seal: 'valid' | 'invalid' | 'unchecked';
  readonly certificate: {
    readonly serial: string;
    readonly rfc: string | null;
    readonly validFrom: string;
    readonly validTo: string;
  } | null;
  readonly stamp: {
    readonly uuid: string;
    readonly stampedAt: string;
    readonly providerRfc: string | null;
    readonly satCertificate: string;
    readonly seal: 'valid' | 'invalid' | 'unchecked';
  } | null;
  /** What the SAT is asked by for the status of the document; null without a stamp. */
  readonly question: {
    readonly uuid: string;
    readonly issuerRfc: string;
    readonly receiverRfc: string;
    /** As written. */
    readonly total: string;
    /** The last eight characters of the issuer's seal. */
    readonly sealEnd: string;
  } | null;
}
