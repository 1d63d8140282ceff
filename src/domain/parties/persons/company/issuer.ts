// What signs in a company's own people: an OpenID provider, as the verbs of signing in see it.

export interface IssuerClient {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export interface IssuerRequest {
  readonly redirect_uri: string;
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

/** What the issuer says of who came back. */
export interface IssuerClaims {
  readonly email: string | undefined;
  readonly email_verified: boolean;
  readonly name: string | undefined;
}

export interface CompanyIssuer {
  /** Where the browser goes. */
  begin(client: IssuerClient, request: IssuerRequest): Promise<{ readonly href: string } | IssuerFault>;
  /** `returned`: the address with which the browser came back. */
  finish(client: IssuerClient, request: IssuerRequest, returned: URL): Promise<IssuerClaims | IssuerFault>;
}

/** The issuer does not answer, or what it answers does not hold. */
export interface IssuerFault {
  readonly fault: string;
}
