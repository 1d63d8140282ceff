// A key that was just made: its secret, shown this once, and the set-up text for each client.
import { useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { Head, Go } from '../../parts/show.tsx';
import { Heard } from './heard.tsx';
import { clientSetUps } from './set-up.ts';

interface MadeProps {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  /** What becomes of the secret before. */
  readonly old?: string;
}

export const MadeKey = ({ id, name, secret, old }: MadeProps): VNode => {
  const visit = useOrganisation();
  const { settings: words, common } = visit.words;
  return (
    <>
      <Head title={name} note={words.secretNote} />
      {old !== undefined && <p class="notice">{old}</p>}
      <h2>{words.secret}</h2>
      <p class="secret" id="secret">
        {secret}
      </p>
      <p>
        <button type="button" class="quiet" data-copy="secret" data-copied={common.copied}>
          {common.copy}
        </button>
      </p>
      <h2>{words.setUp}</h2>
      {clientSetUps(`${visit.parts.origin.href}/mcp`, secret).map(({ client, text }, at) => (
        <details open={at === 0}>
          <summary>{client}</summary>
          <pre id={`set-up-${at}`}>{text}</pre>
          <button type="button" class="quiet" data-copy={`set-up-${at}`} data-copied={common.copied}>
            {common.copy}
          </button>
        </details>
      ))}
      <Heard id={id} heard={false} />
      <p>
        <Go to="/" text={words.doneWithKey} />
      </p>
    </>
  );
};
