import { reasonLength, reasonMessage } from '../../../core/lifecycle/reasons'
import { ApiError, post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { askReason, choose, confirm } from '../../ui/confirm'
import { askCancelReason } from '../../ui/documents/cancel-reason'
import { openAside } from '../../ui/documents/print'
import { isRecord, numberOf, textOf, type Row, type Values } from '../../ui/row'

/** What an import asks to be confirmed, by the code of its refusal: what is asked, and what then goes with it. */
const ASKED: Readonly<
  Record<string, { readonly title: string; readonly text: string; readonly action: string; readonly yes: Values }>
> = {
  freight_required: {
    title: 'Nota sem frete',
    text: 'Esta nota exige frete e nenhum foi informado. Importar com frete zero?',
    action: 'Importar sem frete',
    yes: { vTotFrete: 0, confirmaSemFrete: true },
  },
  not_authorised: {
    title: 'Nota sem autorização',
    text: 'Esta nota foi denegada, rejeitada ou cancelada: não cobre mercadorias. Importar assim mesmo?',
    action: 'Importar sem autorização',
    yes: { confirmaSemAutorizacao: true },
  },
}

/** Makes the entry of an invoice; what it asks is asked once. Answers the entry's number, null when it was not made. */
export async function importInvoice(id: string, body: Values): Promise<number | null> {
  try {
    const answer = await post(`compras/nfe_compra/${id}/processarImportacao`, body)
    announce('nfe_compra')
    announce('entrada')
    return isRecord(answer) ? numberOf(answer.entrada_id) : null
  } catch (error) {
    const asked = error instanceof ApiError ? ASKED[error.code] : undefined
    if (asked === undefined) {
      toast.error(error, 'Não foi possível importar')
      return null
    }
    const { yes, ...words } = asked
    return (await confirm(words)) ? importInvoice(id, { ...body, ...yes }) : null
  }
}

/** Why an invoice can be neither imported, refused nor cancelled now; undefined when it can. */
export function whyClosed(row: Values): string | undefined {
  if (textOf(row.dhCancelamento) !== '') return 'Esta nota está cancelada.'
  if (textOf(row.dhRecusa) !== '') return 'Esta nota foi recusada.'
  if (textOf(row.entrada_id) !== '') return `Esta nota já gerou a entrada nº ${textOf(row.entrada_id)}.`
  return undefined
}

/** Shows the paper of an invoice in a window of its own. */
export const printDanfe = (row: Row): void => openAside(`/api/compras/nfe_compra/${row.id}/printDanfeDFe`)

const WHAT_IS_SAID = [
  'Operação não realizada: a compra era sua, mas a mercadoria não veio ou voltou.',
  'Desconhecimento: ninguém da empresa fez esta compra.',
]
const NO_CERTIFICATE = 'integration_not_configured'

/** Refuses an invoice, with a reason, and says so to the authority in the one way or the other; without a certificate, here alone. True when it was done. */
export async function refuse(row: Row): Promise<boolean> {
  const xJust = await askReason({
    title: `Recusar a NF-e ${textOf(row.nNF)}?`,
    text: `De ${textOf(row.xNome)}. A nota não poderá ser importada.`,
    label: 'Justificativa',
    min: reasonLength('recusa'),
    tooShort: reasonMessage('recusa'),
    action: 'Recusar a nota',
    danger: true,
  })
  if (xJust === null) return false
  const unrealised = await choose({
    title: 'O que dizer à SEFAZ?',
    text: 'A recusa é manifestada ao fornecedor:',
    details: WHAT_IS_SAID,
    action: 'Operação não realizada',
    other: 'Desconhecimento',
  })
  if (unrealised === null) return false
  return refuseAs(row, { xJust, tpEvento: unrealised ? '210240' : '210220' })
}

async function refuseAs(row: Row, body: Values): Promise<boolean> {
  try {
    await post(`compras/nfe_compra/${row.id}/recusarDFe`, body)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== NO_CERTIFICATE) {
      toast.error(error, 'Não foi possível recusar')
      return false
    }
    const question = { title: 'Recusar só aqui?', text: error.message, action: 'Só recusar aqui' }
    return (await confirm(question)) && refuseAs(row, { ...body, tpEvento: null })
  }
  announce('nfe_compra')
  toast.success(`NF-e ${textOf(row.nNF)} recusada.`)
  return true
}

/** Says of an invoice that it is known of, or that its goods came. True when it was sent. */
export async function manifest(row: Row, tpEvento: '210210' | '210200'): Promise<boolean> {
  try {
    const answer = await post(`compras/nfe_compra/${row.id}/manifesta`, { tpEvento })
    announce('nfe_compra')
    toast.success(isRecord(answer) ? textOf(answer.message) : '')
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível manifestar')
    return false
  }
}

/** Cancels an invoice, with a reason, within 24 hours of its issue. True when it was done. */
export async function cancelInvoice(row: Row): Promise<boolean> {
  const xJust = await askCancelReason({
    title: `Cancelar a NF-e ${textOf(row.nNF)}?`,
    text: `De ${textOf(row.xNome)}. Só é possível até 24 horas após a emissão.`,
    action: 'Cancelar a nota',
  })
  if (xJust === null) return false
  return told(
    `compras/nfe_compra/${row.id}/cancela`,
    { xJust },
    'Não foi possível cancelar',
    `NF-e ${textOf(row.nNF)} cancelada.`,
  )
}

async function told(path: string, body: Values, failed: string, done: string): Promise<boolean> {
  try {
    await post(path, body)
    announce('nfe_compra')
    toast.success(done)
    return true
  } catch (error) {
    toast.error(error, failed)
    return false
  }
}
