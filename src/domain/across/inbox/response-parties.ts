// Whether those who answer are those whom a document concerns: by an id, since a name proves nothing.
import type { ReadParty } from '../../../receiving/reading.ts';
import { participantKey } from '../../../einvoicing/peppol-ubl/participant.ts';
import type { TradeParty } from '../../../einvoicing/peppol-ubl/parties.ts';
import { normaliseVatId } from '../../../einvoicing/peppol-ubl/vat-id.ts';

/** Who a party is known to be. */
export interface KnownParty extends Pick<TradeParty, 'vatId' | 'taxNumber' | 'registration' | 'endpoint'> {
  readonly taxId: string | null;
}

const plain = (id: string): string => normaliseVatId(id);

export const endpointOf = ({ endpoint }: Pick<ReadParty, 'endpoint'>): string | undefined =>
  endpoint === null ? undefined : participantKey(`${endpoint.scheme}:${endpoint.id}`);

export const endpointKnown = ({ endpoint }: Pick<KnownParty, 'endpoint'>): string | undefined =>
  endpoint === null ? undefined : participantKey(endpoint);

/** It states no other VAT id, and at least one id of the known party. */
export const isParty = (stated: ReadParty, known: KnownParty): boolean => {
  const { vatId, taxNumber, registration, taxId } = known;
  const own = new Set(
    [vatId, taxNumber, registration?.id, taxId].flatMap((id) =>
      id === null || id === undefined || id === '' ? [] : [plain(id)],
    ),
  );
  if (stated.vatId !== null && vatId !== null && plain(stated.vatId) !== plain(vatId)) return false;
  const ids = [stated.vatId, stated.taxId, stated.legalId?.id, ...stated.ids.map(({ id }) => id)];
  if (ids.some((id) => id !== null && id !== undefined && own.has(plain(id)))) return true;
  const participants = [
    endpointOf(stated),
    ...stated.ids.map(({ id, scheme }) => participantKey(`${scheme ?? ''}:${id}`)),
  ];
  const endpoint = endpointKnown(known);
  return endpoint !== undefined && participants.includes(endpoint);
};

/** How a party calls itself, for people. */
export const shownParty = ({ name, tradingName, vatId, taxId, legalId, endpoint }: ReadParty): string =>
  [
    name ?? tradingName,
    vatId ?? taxId ?? legalId?.id ?? (endpoint === null ? null : `${endpoint.scheme}:${endpoint.id}`),
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ') || '?';
