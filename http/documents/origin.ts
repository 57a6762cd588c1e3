import { f } from '../../core/fields/field'

/** The step that made a document, of which `effect` writes the number; empty where a person made it. */
export const origin = () =>
  f.ref('Lançamento de origem', 'lancamento', { doc: 'O passo de outro documento que gerou este' }).computed()
