// The keys of the review, as a dialog that a script opens.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';

export const KeyHelp = (): VNode => {
  const { review: own } = useCompany().words;
  const { j, k, Enter, digits, s, n, u, slash, question } = own.keyTexts;
  const keys: readonly (readonly [string, string])[] = [
    ['j', j],
    ['k', k],
    ['Enter', Enter],
    ['1 – 9', digits],
    ['s', s],
    ['n', n],
    ['u', u],
    ['/', slash],
    ['?', question],
  ];
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">{own.keys}</h2>
      <dl class="keys">
        {keys.map(([key, text]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button>{own.close}</button>
      </form>
    </dialog>
  );
};
