// A response in UBL that a customer sent to an invoice.
export interface SentResponse {
  readonly number: string;
  readonly status: string;
  readonly reason?: string;
  readonly sender: string;
  readonly receiver: string;
}

const party = (role: string, vatId: string): string =>
  `<cac:${role}><cbc:EndpointID schemeID="9930">${vatId}</cbc:EndpointID><cac:PartyLegalEntity><cbc:RegistrationName>${role}</cbc:RegistrationName></cac:PartyLegalEntity></cac:${role}>`;

export const sentResponse = ({ number, status, reason = '', sender, receiver }: SentResponse): string =>
  `<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:invoice_response:3</cbc:CustomizationID><cbc:ID>${number}-${status}</cbc:ID><cbc:IssueDate>2026-03-11</cbc:IssueDate>
${party('SenderParty', sender)}${party('ReceiverParty', receiver)}
<cac:DocumentResponse><cac:Response><cbc:ResponseCode>${status}</cbc:ResponseCode><cac:Status><cbc:StatusReasonCode>REF</cbc:StatusReasonCode><cbc:StatusReason>${reason}</cbc:StatusReason></cac:Status></cac:Response><cac:DocumentReference><cbc:ID>${number}</cbc:ID><cbc:DocumentTypeCode>380</cbc:DocumentTypeCode></cac:DocumentReference></cac:DocumentResponse></ApplicationResponse>`;
