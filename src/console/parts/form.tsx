// Forms: every one carries the browser's token and a token of its own, and shows again what was typed when it was
// refused.
import type { ComponentChildren, VNode } from 'preact';
import { useVisit } from '../context.ts';
import { Go } from './show.tsx';
import { exampleAmount } from '../format.ts';
import { newOnce, ONCE, type Visit } from '../visit.ts';

export const CSRF = 'csrf';
export const ACT = 'act';

interface ActFormProps {
  /** Absent when several buttons name an act each. */
  readonly act?: string;
  /** Another page than this one. */
  readonly action?: string;
  readonly upload?: boolean;
  readonly class?: string;
  readonly id?: string;
  /** The id of what a script replaces from the answer instead of loading the page. */
  readonly swap?: string;
  readonly label?: string;
  readonly children?: ComponentChildren;
}

/** Posts to the page it stands on. */
export const ActForm = (props: ActFormProps): VNode => {
  const visit = useVisit();
  const { act, action, upload = false, swap, label, children } = props;
  return (
    <form
      method="post"
      action={action ?? `${visit.url.pathname}${visit.url.search}`}
      {...(upload ? { enctype: 'multipart/form-data', 'data-upload': '' } : {})}
      class={props.class}
      id={props.id}
      data-swap={swap}
      aria-label={label}
    >
      <input type="hidden" name={CSRF} value={visit.csrf} />
      <input type="hidden" name={ONCE} value={newOnce()} />
      {act !== undefined && <input type="hidden" name={ACT} value={act} />}
      {children}
    </form>
  );
};

/** A form behind its own title, until somebody opens it. */
export const ActFold = ({
  title,
  note,
  card = false,
  open,
  children,
  ...form
}: ActFormProps & {
  readonly title: string;
  readonly note?: string;
  readonly card?: boolean;
  readonly open?: boolean;
}): VNode => (
  <details class={card ? 'card' : undefined} open={open}>
    <summary>{title}</summary>
    {note !== undefined && <p class="quiet">{note}</p>}
    <ActForm {...form} label={title}>
      {children}
    </ActForm>
  </details>
);

interface ButtonLook {
  readonly quiet?: boolean;
  readonly danger?: boolean;
}

const lookOf = ({ quiet = false, danger = false }: ButtonLook): string | undefined =>
  quiet ? 'quiet' : danger ? 'danger' : undefined;

/** Sends the form that it stands in. */
export const Press = ({ text, ...look }: ButtonLook & { readonly text: ComponentChildren }): VNode => (
  <p>
    <button class={lookOf(look)}>{text}</button>
  </p>
);

/** Sends the form that it stands in, or leads back without. */
export const SaveOrLeave = ({ back }: { back: string }): VNode => {
  const { common: words } = useVisit().words;
  return (
    <div class="buttons">
      <button>{words.save}</button>
      <Go to={back} text={words.cancel} quiet />
    </div>
  );
};

/** One button that does one act. */
export const Send = (props: {
  act: string;
  action?: string;
  fields?: Readonly<Record<string, string>>;
  quiet?: boolean;
  danger?: boolean;
  swap?: string;
  label?: string;
  hotkey?: string;
  text: ComponentChildren;
}): VNode => {
  const { fields = {}, text, quiet = false, danger = false, label, hotkey, ...form } = props;
  return (
    <ActForm {...form} class="inline">
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button class={lookOf({ quiet, danger })} aria-label={label} data-key={hotkey}>
        {text}
        {hotkey !== undefined && (
          <>
            {' '}
            <kbd>{hotkey}</kbd>
          </>
        )}
      </button>
    </ActForm>
  );
};

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string | null | undefined;
  readonly hint?: string | undefined;
  readonly required?: boolean | undefined;
  readonly type?: 'text' | 'email' | 'date' | 'password' | 'search' | 'url' | 'datetime-local' | undefined;
  readonly autocomplete?: string | undefined;
  readonly maxlength?: number | undefined;
  readonly inputmode?: 'decimal' | 'numeric' | undefined;
  readonly pattern?: string | undefined;
  readonly wide?: boolean | undefined;
  /** Where a name stands on the page more than once. */
  readonly id?: string | undefined;
}

/** What was typed before wins over the record's value. */
const valueOf = ({ sent }: Visit, { name, value, type }: FieldProps): string | undefined =>
  type === 'password' ? undefined : sent?.has(name) ? sent.text(name) : (value ?? undefined);

const idOf = ({ id, name }: { readonly id?: string | undefined; readonly name: string }): string =>
  `f-${id ?? name}`;

/** A line of text with its label; `Figure` for amounts. */
export const Field = (props: FieldProps): VNode => {
  const { name, label, hint, required = false, type = 'text', wide = false } = props;
  const visit = useVisit();
  const fault = visit.problem?.fields?.[name];
  const told = [
    hint === undefined ? '' : `${idOf(props)}-hint`,
    fault === undefined ? '' : `${idOf(props)}-fault`,
  ]
    .join(' ')
    .trim();
  return (
    <p class={wide ? 'field wide' : 'field'}>
      <label for={idOf(props)}>{label}</label>
      <input
        id={idOf(props)}
        name={name}
        {...{ type: type as 'text' }}
        value={valueOf(visit, props)}
        required={required}
        autocomplete={props.autocomplete ?? 'off'}
        maxlength={props.maxlength}
        inputmode={props.inputmode}
        pattern={props.pattern}
        aria-invalid={fault === undefined ? undefined : 'true'}
        aria-describedby={told === '' ? undefined : told}
      />
      {hint !== undefined && <small id={`${idOf(props)}-hint`}>{hint}</small>}
      {fault !== undefined && (
        <small class="fault" id={`${idOf(props)}-fault`}>
          {fault}
        </small>
      )}
    </p>
  );
};

/** An amount or quantity, as text: browsers read numbers by their own language, not by the person's. */
export const Figure = (props: Omit<FieldProps, 'type' | 'inputmode'>): VNode => (
  <Field inputmode="decimal" hint={exampleAmount(useVisit().language)} {...props} />
);

export const Area = (props: FieldProps & { readonly rows?: number | undefined }): VNode => {
  const { name, label, rows = 3, required = false, hint } = props;
  const visit = useVisit();
  return (
    <p class="field wide">
      <label for={idOf(props)}>{label}</label>
      <textarea id={idOf(props)} name={name} rows={rows} required={required} maxlength={props.maxlength}>
        {valueOf(visit, props) ?? ''}
      </textarea>
      {hint !== undefined && <small>{hint}</small>}
    </p>
  );
};

export interface Choice {
  readonly value: string;
  readonly text: string;
}

export const Select = (
  props: FieldProps & { readonly choices: readonly Choice[]; readonly any?: string | undefined },
): VNode => {
  const { name, label, choices, any, required = false, hint } = props;
  const chosen = valueOf(useVisit(), props) ?? '';
  return (
    <p class="field">
      <label for={idOf(props)}>{label}</label>
      <select id={idOf(props)} name={name} required={required}>
        {any !== undefined && <option value="">{any}</option>}
        {choices.map(({ value, text }) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && <small>{hint}</small>}
    </p>
  );
};

export const Tick = ({
  name,
  label,
  checked = false,
  value = '1',
  hint,
}: {
  name: string;
  label: ComponentChildren;
  checked?: boolean;
  value?: string;
  hint?: string | undefined;
}): VNode => {
  const { sent } = useVisit();
  return (
    <p class="tick">
      <label>
        <input
          type="checkbox"
          name={name}
          value={value}
          checked={sent === undefined ? checked : sent.all(name).includes(value)}
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && <small>{hint}</small>}
    </p>
  );
};

export const Upload = (props: {
  name: string;
  label: string;
  accept?: string;
  required?: boolean;
  hint?: string;
}): VNode => {
  const { name, label, accept, required = true, hint } = props;
  return (
    <p class="field">
      <label for={idOf(props)}>{label}</label>
      <input id={idOf(props)} type="file" name={name} accept={accept} required={required} />
      {hint !== undefined && <small>{hint}</small>}
    </p>
  );
};
