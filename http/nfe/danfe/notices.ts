import type { DanfeEmission } from '../../../core/fiscal/danfe/types'
import { nfeLife } from '../../../core/lifecycle/nfe'

/** What a note is called before it is signed. */
const DRAFT = (nfeLife.order.find(({ n }) => n === 0)?.word ?? '').toUpperCase()

/** What a document is called on its paper, and how it reads of it. */
export type DocumentName = 'NF-e' | 'NFC-e'

type Contingency = NonNullable<DanfeEmission['contingency']>

const BEFORE: Readonly<Record<Contingency, readonly string[]>> = {
  form: ['DANFE EM CONTINGÊNCIA - IMPRESSO EM DECORRÊNCIA DE PROBLEMAS TÉCNICOS'],
  epec: ['DANFE IMPRESSO EM CONTINGÊNCIA - EPEC REGULARMENTE RECEBIDO PELA RECEITA FEDERAL DO BRASIL'],
  offline: ['EMITIDA EM CONTINGÊNCIA', 'PENDENTE DE AUTORIZAÇÃO'],
}

/** What must be read at once, a line each: that it is no note, is none any more, or not yet. */
export function noticesOf(emission: DanfeEmission, name: DocumentName): string[] {
  const { cancelled, denied, unauthorised, test, contingency } = emission
  return [
    ...(cancelled ? [`${name} CANCELADA`] : []),
    ...(denied ? [`${name} COM USO DENEGADO`] : []),
    ...(unauthorised ? [`RASCUNHO - ${name} SEM AUTORIZAÇÃO DE USO`] : []),
    ...(contingency === null ? [] : beforeOf(contingency, name)),
    ...(test ? [`${name} EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL`] : []),
  ]
}

/** An NFC-e is announced to its own state. */
const beforeOf = (contingency: Contingency, name: DocumentName) =>
  BEFORE[name === 'NFC-e' && contingency === 'epec' ? 'offline' : contingency]

/** The word across the page; nothing for a note that is in force. */
export function markOf({ cancelled, denied, unauthorised, test }: DanfeEmission, name: DocumentName): string {
  if (cancelled) return `${name} CANCELADA`
  if (denied) return 'USO DENEGADO'
  if (test) return 'SEM VALOR FISCAL'
  return unauthorised ? DRAFT : ''
}
