// A form whose answer is a file. The script shows rows as they arrive and stores only a whole file; without it the
// browser downloads by itself.
import { useVisit } from '../context.ts';
import type { ComponentChildren, VNode } from 'preact';
import { inLanguages } from '../language.ts';
import { commonWords } from '../words.ts';

const downloadWords = inLanguages({
  en: {
    progress: '{rows} of {total} rows',
    done: 'Complete: {total} rows.',
    failed: 'The download broke off after {rows} of {total} rows. Nothing was stored; try again.',
    stopped: 'Stopped. Nothing was stored.',
    stop: 'Stop',
  },
  es: {
    progress: '{rows} de {total} filas',
    done: 'Completa: {total} filas.',
    failed: 'La descarga se cortó después de {rows} de {total} filas. No se guardó nada; inténtalo de nuevo.',
    stopped: 'Detenida. No se guardó nada.',
    stop: 'Detener',
  },
  de: {
    progress: '{rows} von {total} Zeilen',
    done: 'Vollständig: {total} Zeilen.',
    failed:
      'Der Download brach nach {rows} von {total} Zeilen ab. Es wurde nichts gespeichert; versuchen Sie es erneut.',
    stopped: 'Angehalten. Es wurde nichts gespeichert.',
    stop: 'Anhalten',
  },
});

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
  const words = downloadWords(visit.language);
  return (
    <form
      method="get"
      action={action}
      class="filters"
      aria-label={label}
      data-download
      data-progress={words.progress}
      data-done={words.done}
      data-failed={words.failed}
      data-stopped={words.stopped}
    >
      {children}
      <div class="buttons">
        <button>{commonWords(visit.language).download}</button>
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
