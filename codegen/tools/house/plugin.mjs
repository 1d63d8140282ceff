// Folio's own lint rules. oxlint loads plugins as plain JavaScript; the rules themselves are TypeScript.
import { tsImport } from 'tsx/esm/api';

const { rules } = await tsImport('./rules.ts', import.meta.url);

export default { meta: { name: 'folio' }, rules };
