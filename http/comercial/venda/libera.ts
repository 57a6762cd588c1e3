import { step } from '../../platform/step'
import { venda } from './venda'

/** Releases a blocked sale, with a reason of at least 15 characters. Needs the special-sale check (document 1, section 6). */
export const libera = step(venda, 'libera', {
  summary: 'Libera uma venda bloqueada.',
  run: async () => ({ set: { xMotivoBloqueio: null } }),
})
