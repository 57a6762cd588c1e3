import { dayOf, textOf } from '../cnab/values'
import { eventOf, occurrencesOf } from './occurrences'
import type { ItemRetorno, RetornoPagamento } from './pagamento'
import { type LinhaLida, readLines } from './read-lines'
import { linesOf, notReturn } from './read-pagamento'

/** A movement of kind 3 takes back what was paid (FEBRABAN G060). */
const isReversal = (movimento: string): boolean => movimento.startsWith('3')

/** Slips, bills and taxes are told with the day and amount that were paid; transfers have columns of their own for what was. */
function itemOf({ pagamento, values, codigos, autenticacao }: LinhaLida, banco: string): ItemRetorno {
  const ocorrencias = occurrencesOf(banco, codigos)
  const evento = isReversal(pagamento.movimento) ? 'devolvido' : eventOf(ocorrencias)
  const isPaid = evento === 'pago'
  const told = textOf(values, 'efetivado')
  const isTold = /[1-9]/.test(told)
  const isTransfer = 'efetivacao' in values
  return {
    pagamento,
    ocorrencias,
    evento,
    autenticacao,
    dEfetivacao: isTransfer ? dayOf(values, 'efetivacao') : isPaid ? pagamento.data : null,
    efetivado: isTold ? told : isPaid && !isTransfer ? pagamento.valor : '0.00',
  }
}

/**
 * Reads what a bank says of payments that it was sent: each with the bank's codes in words and one event. As forgiving as `readPagamento`; the same payment twice is told twice.
 * Throws `unsupported_file` for what is no return of payments, `bad_field` for an amount that is no number, `too_large` over 20 MB or 200,000 lines.
 */
export function readRetornoPagamento(file: Uint8Array | string): RetornoPagamento {
  const found = linesOf(file, 'retorno')
  if (!found) throw notReturn()
  const { itens, lotes, ...rest } = readLines(found.first, found.lines)
  return {
    ...rest,
    itens: itens.map((one) => itemOf(one, rest.banco)),
    lotes: lotes.map(({ lote, forma, codigos }) => ({ lote, forma, ocorrencias: occurrencesOf(rest.banco, codigos) })),
  }
}

/** As much of a file as tells what it is of. */
const BEGINNING = 2_000

/** Whether a file is a return of payments, by how it begins: files of collection and statements are not. */
export const isRetornoPagamento = (file: Uint8Array): boolean =>
  linesOf(file.slice(0, BEGINNING), 'retorno') !== undefined
