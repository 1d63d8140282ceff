// The two forms of a request that waits: approve it, or reject it with a reason that whoever asked reads.
import { ActFold } from '../parts/form.tsx';
import type { ComponentChildren, VNode } from 'preact';
import { CHARACTERS } from '../limits.ts';
import { ActForm, Field } from './form.tsx';

export interface DecideProps {
  readonly words: {
    readonly approve: string;
    readonly reject: string;
    readonly why: string;
    readonly whyHint?: string;
  };
  /** Which of the two is marked as grave. */
  readonly danger: 'approve' | 'reject';
  /** Where a page has other acts of these names. */
  readonly of?: string;
  /** The name of the field of the reason. */
  readonly reason?: string;
  /** What both forms send beside, unseen. */
  readonly children?: ComponentChildren;
}

export const Decide = ({ words, danger, of, reason = 'reason', children }: DecideProps): VNode => {
  const { approve, reject, why, whyHint } = words;
  const named = (act: string): string => (of === undefined ? act : `${act}_${of}`);
  const mark = (act: DecideProps['danger']): string | undefined => (act === danger ? 'danger' : undefined);
  return (
    <>
      <ActForm act={named('approve')} label={approve}>
        {children}
        <button class={mark('approve')}>{approve}</button>
      </ActForm>
      <ActFold title={reject} act={named('reject')}>
        {children}
        <Field name={reason} label={why} hint={whyHint} required maxlength={CHARACTERS.reason} />
        <button class={mark('reject')}>{reject}</button>
      </ActFold>
    </>
  );
};
