import type { ReactElement } from 'react'
import { CHECKS, meets, pathOf } from '../../../core/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { go } from '../../app/navigation'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { act } from '../../ui/documents/act'
import { askCancelReason } from '../../ui/documents/cancel-reason'
import { usePrint } from '../../ui/documents/print'
import { because, useVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import { VerbBar } from '../../ui/documents/verb-bar'
import { getPath, isSet, numberOf, textOf, type Row } from '../../ui/row'
import { RESOURCE, whyNot } from './order'

async function close(doc: OpenDocument): Promise<void> {
  const done = await act(doc, { resource: RESOURCE, action: 'fecha', failed: 'Não foi possível fechar o pedido' })
  if (done !== undefined) toast.success('Pedido de compra fechado.')
}

async function finish(doc: OpenDocument): Promise<void> {
  const done = await act(doc, { resource: RESOURCE, action: 'finaliza', failed: 'Não foi possível finalizar' })
  if (done === undefined) return
  const entry = numberOf(done.entrada_id)
  toast.success(entry === null ? 'Pedido de compra finalizado.' : `Pedido finalizado: entrada ${entry} criada.`)
}

async function cancel(doc: OpenDocument): Promise<void> {
  const row = doc.form.values.value
  const xMotivoCancelamento = await askCancelReason({
    title: `Cancelar o pedido de compra ${textOf(row.id)}?`,
    text: isSet(row.dhFinalizacao)
      ? 'A entrada que ele gerou também é cancelada.'
      : 'O que ele traria deixa de contar no planejamento.',
    action: 'Cancelar o pedido',
  })
  if (xMotivoCancelamento === null) return
  const body = { xMotivoCancelamento }
  const done = await act(doc, { resource: RESOURCE, action: 'cancela', body, failed: 'Não foi possível cancelar' })
  if (done !== undefined) toast.success('Pedido de compra cancelado.')
}

export async function duplicate(id: number | string): Promise<void> {
  try {
    const copy = numberOf(getPath(await post(`${RESOURCE}/${id}/duplica`), 'pedido_compra.id'))
    announce(RESOURCE)
    if (copy !== null) go(pathOf('pedido_compra', copy))
  } catch (error) {
    toast.error(error, 'Não foi possível duplicar este pedido')
  }
}

const SAVES_FIRST = ['fecha', 'imprime'] as const
const FREE = ['duplica', 'imprime'] as const
const MANAGED = new Set(['fecha', 'finaliza', 'cancela'])

/** The lifecycle's refusal, and before it the right that managing asks. */
const refusal = (row: Row, action: string): string | undefined =>
  MANAGED.has(action) && !meets(rights.peek(), CHECKS.managePurchaseOrder)
    ? 'Falta o direito de gerenciar pedidos de compra.'
    : whyNot(row, action)

/** What can be done with a purchase order now. F10 does the next step. */
export function PedidoActions(): ReactElement {
  const verbs = useVerbs({ right: 'pedido_compra', whyNot: refusal, savesFirst: SAVES_FIRST, free: FREE })
  const { record, reason, run } = verbs
  const [action, label, verb] = isSet(record?.dhFechamento)
    ? (['finaliza', 'Finalizar', finish] as const)
    : (['fecha', 'Fechar', close] as const)
  const items = [
    usePrint(verbs, 'pedido_compra'),
    {
      label: 'Duplicar',
      icon: 'copy' as const,
      onSelect: () => run('duplica', () => duplicate(record?.id ?? '')),
      ...because(reason('duplica')),
    },
    {
      label: 'Cancelar o pedido',
      icon: 'close' as const,
      danger: true,
      onSelect: () => run('cancela', cancel),
      ...because(reason('cancela')),
    },
  ]
  return <VerbBar verbs={verbs} items={items} next={{ action, label, start: () => run(action, verb) }} />
}
