import { LINE } from '../../../core/fields/financeiro/boleto'
import { toast } from '../../app/toasts'
import { askReason } from '../../ui/confirm'
import { counted, formatMoney } from '../../ui/format'
import { numberOf, textOf, type Row, type Values } from '../../ui/row'
import { ask, LINHA, RETORNO } from './ask'

const WHY_NOT_SETTLE: Readonly<Record<number, string>> = {
  [LINE.SEM_BOLETO]: 'Diga antes de que boleto é esta ocorrência.',
  [LINE.BAIXADA]: 'Esta ocorrência já foi baixada.',
  [LINE.INFORMADA]: 'Esta ocorrência não traz dinheiro.',
  [LINE.REPETIDA]: 'Outro arquivo já disse isto.',
  [LINE.IGNORADA]: 'Esta ocorrência não é nossa.',
}

/** Why a line is not settled now; undefined where it may be. */
export const whyNotSettle = (row: Row): string | undefined => WHY_NOT_SETTLE[Number(row.situacao)]

export const isLost = (row: Row): boolean => Number(row.situacao) === LINE.SEM_BOLETO

/** Why a line is not filed away; undefined where it may be. */
export const whyNotFile = (row: Row): string | undefined =>
  isLost(row) ? undefined : 'Só uma ocorrência sem boleto é arquivada.'

/** What was settled, in words. */
function tellSettled(done: Values): void {
  const [fee, surplus] = [numberOf(done.vTarifa) ?? 0, numberOf(done.vCredito) ?? 0]
  toast.success(
    [
      `${counted(numberOf(done.linhas) ?? 0, 'ocorrência baixada', 'ocorrências baixadas')}: ${formatMoney(done.vPago)} recebidos`,
      fee > 0 ? `${formatMoney(fee)} de tarifas` : '',
      surplus > 0 ? `${formatMoney(surplus)} a mais ficou como crédito do cliente` : '',
    ]
      .filter(Boolean)
      .join(', '),
    { title: 'Baixa efetuada' },
  )
}

const FAILED = 'Não foi possível dar baixa'

/** Settles one line. True when it was done. */
export async function settleLine(row: Row): Promise<boolean> {
  const done = await ask({ path: `${LINHA}/baixaRetornoBoleto`, body: { id: row.id }, failed: FAILED })
  if (done !== undefined) tellSettled(done)
  return done !== undefined
}

/** Settles all that a file says was paid. True when it was done. */
export async function settleFile(id: Row['id']): Promise<boolean> {
  const done = await ask({ path: `${RETORNO}/${id}/baixaRetorno`, failed: FAILED })
  if (done !== undefined) tellSettled(done)
  return done !== undefined
}

/** Says of which boleto a line is. True when it was done. */
export async function link(row: Row, boleto: Values): Promise<boolean> {
  const body = { id: row.id, boleto_id: boleto.boleto_id }
  const done = await ask({ path: `${LINHA}/vincula`, body, failed: 'Não foi possível vincular' })
  if (done === undefined) return false
  toast.success(`A ocorrência é do boleto ${textOf(boleto.nosso_numero_impresso)}.`)
  return true
}

/** Files away a line that is not ours, after asking why. True when it was done. */
export async function fileAway(row: Row): Promise<boolean> {
  const motivo = await askReason({
    title: 'A ocorrência não é nossa?',
    text: 'Ela fica arquivada com o motivo, e nada é baixado por ela.',
    action: 'Arquivar',
    label: 'Motivo',
    min: 3,
    tooShort: 'Diga por que ela não é nossa.',
    known: ['Boleto emitido por outro sistema', 'Título de outra empresa na mesma conta'],
  })
  if (motivo === null) return false
  const done = await ask({ path: `${LINHA}/ignora`, body: { id: row.id, motivo }, failed: 'Não foi possível arquivar' })
  return done !== undefined
}
