import { open } from '../../app/navigation'
import { pathOf } from '../../../core/access'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { counted } from '../../ui/format'
import { isSet, textOf, type Row } from '../../ui/row'
import { ask } from './ask'

const FAILED = 'Não foi possível gerar o boleto'

/** Where the boletos of a receivable are. */
export const boletosOf = (id: Row['id']): string => `/ui/financeiro/boleto?f.contas_receber_id=${id}`

/** Makes boletos of receivables, all or none, of all that should have one where none are named; a single one opens. False when it was refused. */
export async function makeBoletos(ids: readonly Row['id'][] | null): Promise<boolean> {
  const answer = await ask({ path: 'financeiro/contas_receber/geraBoletos', body: { ids }, failed: FAILED })
  if (answer === undefined) return false
  const made: readonly unknown[] = Array.isArray(answer.boletos) ? answer.boletos : []
  const [first] = made
  toast.success(`${counted(made.length, 'boleto gerado', 'boletos gerados')}.`)
  if (made.length === 1 && isSet(first)) open(pathOf('boleto', textOf(first)))
  return true
}

/** Makes the boletos that are missing: of all open receivables whose method of payment prints one. */
export async function makeMissing(): Promise<void> {
  const yes = await confirm({
    title: 'Gerar os boletos que faltam?',
    text: 'De cada conta a receber em aberto cuja forma de pagamento emite boleto e que ainda não tem um.',
    action: 'Gerar',
  })
  if (yes) await makeBoletos(null)
}
