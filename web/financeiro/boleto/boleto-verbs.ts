import { BOLETO as STATE, LIVE_BOLETO } from '../../../core/fields/financeiro/boleto'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { textOf, type Row } from '../../ui/row'
import { ask, BOLETO, INSTRUCAO } from './ask'

const at = ({ situacao }: Row, states: readonly number[]): boolean => states.includes(Number(situacao))
const ours = (row: Row): boolean => at(row, [STATE.A_REGISTRAR, STATE.REJEITADO])

/** Why the bank is told nothing of a boleto now; undefined where it may be. */
export const whyNotInstruct = (row: Row): string | undefined =>
  at(row, [STATE.EM_REMESSA, STATE.REGISTRADO, STATE.EM_CARTORIO, STATE.PROTESTADO])
    ? undefined
    : 'Só um boleto que está no banco recebe instruções.'

export const whyNotCancel = (row: Row): string | undefined =>
  at(row, LIVE_BOLETO) ? undefined : 'Este boleto já não está em cobrança.'

/** Cancels a boleto, after saying what follows. True when it was done. */
export async function cancelBoleto(row: Row): Promise<boolean> {
  const yes = await confirm({
    title: `Cancelar o boleto ${textOf(row.nosso_numero_impresso)}?`,
    text: ours(row)
      ? 'O banco não o tem: ele deixa de valer. A conta a receber continua em aberto.'
      : 'A baixa é pedida ao banco na próxima remessa. A conta a receber continua em aberto.',
    action: 'Cancelar o boleto',
    cancel: 'Voltar',
    danger: true,
  })
  if (!yes) return false
  const done = await ask({ path: `${BOLETO}/${row.id}/cancela`, failed: 'Não foi possível cancelar o boleto' })
  if (done === undefined) return false
  toast.success(ours(row) ? 'Boleto cancelado.' : 'A baixa vai na próxima remessa.')
  return true
}

/** Takes back an instruction that was not sent. */
export async function withdraw(instruction: Row): Promise<void> {
  const done = await ask({
    path: `${INSTRUCAO}/${instruction.id}/desiste`,
    failed: 'Não foi possível desistir da instrução',
  })
  if (done !== undefined) toast.success('Instrução retirada.')
}
