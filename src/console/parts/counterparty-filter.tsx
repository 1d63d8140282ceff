// A list that shows the documents of one counterparty says whose they are, and keeps it when other filters change.
import { useCompany } from '../context.ts';
import type { VNode } from 'preact';
import { followCounterparty } from '../../domain/parties/counterparties/look-up.ts';
import type { CompanyVisit } from '../visit.ts';

interface AskedParty {
  readonly id: string;
  readonly name: string;
}

/** The one that the address of the page names; undefined when it names none, or one that is not there. */
export const askedParty = async ({ books, url }: CompanyVisit): Promise<AskedParty | undefined> => {
  const id = url.searchParams.get('counterparty_id');
  return id === null ? undefined : followCounterparty(books, id);
};

export const PartyFilter = ({ label, of }: { label: string; of: AskedParty | undefined }): VNode | null => {
  const visit = useCompany();
  return of === undefined ? null : (
    <div>
      <input type="hidden" name="counterparty_id" value={of.id} />
      {label}: <a href={visit.href(`/counterparties/${of.id}`)}>{of.name}</a>
    </div>
  );
};
