// A form whose answer is a file. The script shows rows as they arrive and stores only a whole file; without it the
// browser downloads by itself.
import { useVisit } from '../context.ts';
import type { ComponentChildren, VNode } from 'preact';

export const Download = ({
  action,
  label,
  children,
}: {
  action: string;
  label: string;
  children: ComponentChildren;
}): VNode => {
  const visit = useVisit();
  const { download: words } = visit.words;
  return (
    <form
      method="get"
      action={action}
      class="filters"
      aria-label={label}
      data-download
      data-progress={words.progress('{rows}', '{total}')}
      data-done={words.done('{total}')}
      data-failed={words.failed('{rows}', '{total}')}
      data-stopped={words.stopped}
    >
      {children}
      <div class="buttons">
        <button>{visit.words.common.download}</button>
        <button type="button" class="quiet" data-stop hidden>
          {words.stop}
        </button>
      </div>
      <div class="downloading" hidden>
        <progress aria-label={label} /> <span role="status" />
      </div>
    </form>
  );
};
