import type { Falta } from '../../../core/banking/cnab/room'
import type { OrdemPagamento } from '../../../core/banking/pagamento/pagamento'
import { checkPagamento, filesOf, writePagamento } from '../../../core/banking/pagamento/write-pagamento'
import { apart, type Work } from '../../platform/apart/apart'

/** A file as it goes to the bank, and the payments that it tells. */
interface WrittenFile {
  readonly sequencia: number
  readonly text: string
  readonly numeros: readonly string[]
}

export interface Written {
  /** What the bank would refuse; where there is any, no file is made. */
  readonly faltas: readonly Falta[]
  readonly arquivos: readonly WrittenFile[]
}

export const work: Work<OrdemPagamento, Written, never> = (order) => {
  const files = filesOf(order)
  const faltas = files.flatMap(checkPagamento)
  if (faltas.length > 0) return { faltas, arquivos: [] }
  const arquivos = files.map((one) => ({
    sequencia: one.sequencia ?? 0,
    text: writePagamento(one),
    numeros: one.pagamentos.map(({ seu_numero }) => seu_numero),
  }))
  return { faltas, arquivos }
}

/** The largest order takes some seconds. */
const SECONDS = 60
const write = apart<OrdemPagamento, Written>(new URL(import.meta.url), 1)

/** Checks an order and writes its files, in a thread of its own. Throws `unknown_bank`. */
export const writeApart = (order: OrdemPagamento): Promise<Written> => write(order, { seconds: SECONDS })
