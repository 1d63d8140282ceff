// The types of filing in any country: the document's bytes, its seal, and the outcome that an authority's provider or a
// network's access point reports.
import type { Country } from '../../generated/countries.ts';
import type { CancellationReason, FilingError } from '../../generated/types.ts';

/** What is fixed when an invoice is filed, besides what is stored already. */
export interface FilingFacts {
  readonly series: string;
  /** The running number within the series, in digits. */
  readonly number: string;
  /** The moment of issue; the regime writes it in the seller's time zone where the format asks for it. */
  readonly issuedAt: Date;
}

/** A certificate with its private key, for the formats that the issuer seals. */
export interface Signer {
  /** As the format writes it: the 20 digits of a CSD. */
  readonly certificateNumber: string;
  /** DER, base64, without line breaks. */
  readonly certificate: string;
  /** The tax id that the certificate belongs to. */
  readonly taxId: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Issued by the service itself: good only with its own sandbox. */
  readonly sandbox: boolean;
  /** RSA PKCS#1 v1.5 with SHA-256 over the UTF-8 text, base64. */
  sign(text: string): string;
  /** The same with SHA-1, which cancellation requests to the SAT still ask for. */
  signSha1?(text: string): string;
}

export const XML_MEDIA_TYPE = 'application/xml';

/** What a PDF is printed from where that is all that the customer gets. Nobody else gets it. */
export const PRINT_MEDIA_TYPE = 'application/vnd.folio.print+xml';

/** A document as it will be sent: these bytes and no others. */
export interface BuiltDocument {
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** Hex. */
  readonly sha256: string;
  /** Which version of the format it follows, such as `cfdi-4.0`. */
  readonly profile: string;
  /** The issuer's seal; null where the format has none, and before it is sealed. */
  readonly seal: string | null;
}

/** From whom to whom a document travels. */
export interface Route {
  /** The issuer's tax id (clearance) or participant id (network), such as `9930:DE123456789`. */
  readonly sender: string;
  /** The receiver's; the buyer's tax id for clearance. */
  readonly receiver: string;
  readonly senderCountry: Country;
  /** The sender's account at the access point, where it has one. */
  readonly accessPointId: string | null;
}

/** One attempt to file, exactly as stored before the first byte is sent. */
export interface Submission {
  /** The idempotency key at the provider: always the same for the same bytes. */
  readonly key: string;
  readonly document: BuiltDocument;
  readonly route: Route;
}

/** A reason for which a document was refused, worded for an agent. */
export interface FilingFault {
  /** The official rule or the provider's code: CFDI40161, 302, PEPPOL-EN16931-R120. */
  readonly code: string;
  readonly message: string;
  readonly path: string | null;
  readonly fix: string | null;
  readonly source: Exclude<FilingError['source'], 'person'>;
}

export type Outcome =
  | {
      readonly kind: 'accepted';
      /** The authority's UUID or the network's document id. */
      readonly id: string;
      readonly at: Date;
      /** The bytes to store and deliver: those sent, with the authority's stamp where there is one. */
      readonly document: Buffer;
      /** What else the provider said, small enough to store. */
      readonly evidence: Readonly<Record<string, unknown>>;
    }
  /** Definite: nothing was filed, and these bytes never will be. */
  | { readonly kind: 'rejected'; readonly faults: readonly FilingFault[] }
  /** It may have been filed: only the same bytes with the same key may be sent again, to the same provider. */
  | {
      readonly kind: 'unknown';
      readonly reason: string;
      /** This attempt filed nothing: it did not arrive, or was refused unread. Earlier ones may have. */
      readonly turnedAway?: boolean;
      /** Further attempts will not settle it. */
      readonly forPerson?: boolean;
    };

/** How far the network has carried an accepted document. */
export type Evidence =
  | { readonly kind: 'in_transit' }
  | { readonly kind: 'delivered'; readonly evidence: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly faults: readonly FilingFault[] };

/** Whether the network knows a receiver of invoices; `unknown` when it did not say. */
export type LookedUp = 'found' | 'not_found' | 'unknown';

export interface CancelRequest {
  readonly uuid: string;
  readonly taxId: string;
  /** SAT reason: 01 replaced, 02 errors, 03 not carried out, 04 named in a global invoice. */
  readonly reason: CancellationReason;
  /** Only with reason 01: the UUID of the invoice that replaces it. */
  readonly replacement: string | null;
  readonly at: Date;
  /** Needed for the buyer's acceptance and for status queries. */
  readonly receiverTaxId: string;
  readonly total: string;
  /** False: a new request, which a buyer's earlier refusal does not settle. Otherwise an earlier request counts. */
  readonly awaiting?: boolean;
  /** The authority's acknowledgement of this request is kept already. */
  readonly acknowledged?: boolean;
}

/** What the authority said of a cancellation, small enough to store. */
export type CancelEvidence = Readonly<Record<string, unknown>> & {
  /** The acknowledgement (acuse) as the authority wrote it: XML. */
  readonly acknowledgement?: string | null;
};

export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly at: Date; readonly evidence: CancelEvidence }
  /** The buyer has to accept first; ask again. */
  | { readonly kind: 'pending'; readonly evidence: CancelEvidence }
  | {
      readonly kind: 'rejected';
      readonly faults: readonly FilingFault[];
      readonly evidence?: CancelEvidence;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A provider: a PAC or an access point, reached over its own protocol. */
export interface Transport {
  /** Stored with every filing, so that an unclear one is never sent to another provider: `sw-sapien`, `storecove`. */
  readonly name: string;
  /** Filings here have no legal effect. */
  readonly sandbox: boolean;
  send(submission: Submission, signal?: AbortSignal): Promise<Outcome>;
  /** The outcome of a submission whose reply was lost; may send the same bytes and key again. */
  recover(submission: Submission, signal?: AbortSignal): Promise<Outcome>;
  /** Network only. */
  evidence?(submission: Submission, id: string, signal?: AbortSignal): Promise<Evidence>;
  /** Network only: whether a participant receives invoices. */
  lookUp?(participant: string, signal?: AbortSignal): Promise<LookedUp>;
  /** Clearance only. */
  cancel?(request: CancelRequest, signer: Signer, signal?: AbortSignal): Promise<CancelOutcome>;
  /** Clearance only: the authority's acknowledgement of a cancellation; null while there is none. */
  acknowledgement?(uuid: string, signal?: AbortSignal): Promise<string | null>;
  /** For `doctor`: null, or what is wrong in one sentence. */
  check(signal?: AbortSignal): Promise<string | null>;
}
