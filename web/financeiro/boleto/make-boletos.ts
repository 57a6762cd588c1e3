import { pathOf } from '../../../core/access'
import { ApiError, post } from '../../app/api'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { counted } from '../../ui/format'
import { getPath, isSet, textOf, type Row } from '../../ui/row'
import { tell } from './ask'

export const MAKING = 'financeiro/contas_receber/geraBoletos'
export const MAKING_FAILED = 'Não foi possível gerar o boleto'

/** Where the boletos of a receivable are. */
export const boletosOf = (id: Row['id']): string => `/ui/financeiro/boleto?f.contas_receber_id=${id}`

/**
 * Makes boletos of receivables, all or none, of all that should have one where none are named; a single one opens. `which` is called where several collections may be meant and
 * somebody has to choose.
 */
export async function makeBoletos(ids: readonly Row['id'][] | null, which?: () => void): Promise<void> {
  try {
    tellMade(await post(MAKING, { ids }))
  } catch (error) {
    if (which !== undefined && error instanceof ApiError && error.code === 'no_setup') which()
    else toast.error(error, MAKING_FAILED)
  }
}

/** Says what was made; a single one opens. */
export function tellMade(answer: unknown): void {
  tell()
  const told = getPath(answer, 'boletos')
  const made: readonly unknown[] = Array.isArray(told) ? told : []
  const [first] = made
  toast.success(`${counted(made.length, 'boleto gerado', 'boletos gerados')}.`)
  if (made.length === 1 && isSet(first)) open(pathOf('boleto', textOf(first)))
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
