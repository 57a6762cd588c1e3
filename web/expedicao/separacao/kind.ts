import { separacaoLife } from '../../../core/lifecycle/separacao'
import { ApiError, post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { choose, confirm } from '../../ui/confirm'
import type { DocumentKind } from '../../ui/documents/kind'
import { keepCalls } from '../../ui/scan/kept-calls'
import { isRecord } from '../../ui/row'

export const RESOURCE = 'expedicao/separacao'
export const PATH = '/ui/expedicao/separacao'
export const LINES = 'expedicao/separacao_mercadoria'
export const KIND: DocumentKind = { life: separacaoLife, resource: RESOURCE, name: 'separacao', right: 'separacao' }

/** The readings of this device that the server has not answered yet, or asks about. */
export const readings = keepCalls('prumo.separacao', {
  stamp: () => ({}),
  asks: (answer) =>
    isRecord(answer) && answer.solicitaLote === true ? { code: 'asks_lot', message: 'Informe o lote.' } : undefined,
})

const FAILED = 'Não foi possível finalizar esta separacao'

/**
 * Checks an order. What is short is cut, and the rest of sales may be new ones, where somebody says so; boxes that weigh otherwise go where whoever manages says so.
 * True when it was checked.
 */
export async function checkOrder(id: number | string, said: object = {}): Promise<boolean> {
  try {
    await post(`${RESOURCE}/${id}/confere`, said, { quiet: true })
    announce(RESOURCE)
    toast.success(`Separação ${id} conferida.`)
    return true
  } catch (error) {
    const more = error instanceof ApiError ? await answerTo(error, said) : undefined
    if (more === undefined) toast.error(error, FAILED)
    return more ? checkOrder(id, { ...said, ...more }) : false
  }
}

/** What is said to a refusal that can be answered: null where nobody wants to go on, undefined where nothing can be said. */
async function answerTo(error: ApiError, said: object): Promise<object | null | undefined> {
  if (error.code === 'short' && !('corta' in said)) {
    const rest = await choose({
      title: 'Cortar o que faltou?',
      text: `${error.message} O documento fica sem o que faltou; o resto pode ficar numa venda nova, aberta.`,
      action: 'Cortar, e guardar o resto numa venda',
      other: 'Só cortar',
      cancel: 'Voltar',
    })
    return rest === null ? null : { corta: true, geraSaldo: rest }
  }
  if (error.code === 'weight' && !('aceitaPeso' in said))
    return (await confirm({
      title: 'Aceitar este peso?',
      text: error.message,
      action: 'Aceitar o peso',
      danger: true,
      cancel: 'Voltar',
    }))
      ? { aceitaPeso: true }
      : null
  return undefined
}
