import { pathOf } from '../../../core/access'
import type { ReactElement } from 'react'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { go } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { act } from '../../ui/documents/act'
import { askCancelReason } from '../../ui/documents/cancel-reason'
import { checkOf } from '../../ui/documents/instalments'
import { usePrint } from '../../ui/documents/print'
import { because, useVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import { VerbBar } from '../../ui/documents/verb-bar'
import { counted, formatMoney } from '../../ui/format'
import { linesOf } from '../../ui/lines/lines-state'
import { getPath, isSet, numberOf, textOf } from '../../ui/row'
import { DUES, ITEMS, totalOf, whyNot } from './item'

const RESOURCE = 'entrada'

/** Finalises: instalments that miss the total are asked about first. */
async function finish(doc: OpenDocument): Promise<void> {
  const { values, record, dirty } = doc.form
  // A fault is said first: nobody is asked about what cannot be done yet.
  if ((record.value === undefined || dirty.value) && !doc.form.validate()) return
  const dues = linesOf(values.value[DUES])
  const total = totalOf(values.value)
  const check = checkOf(total, dues)
  const differs =
    dues.length === 0
      ? 'Não há parcelas: nenhuma conta a pagar será gerada.'
      : `As parcelas diferem do total (${formatMoney(total)}) em ${formatMoney(check.diferenca.toFixed(2))}.`
  if (!check.ok && getPath(values.value, 'tipo_entrada_saida.gera_financeiro') !== 'NAO_GERA') {
    const yes = await confirm({ title: 'Finalizar mesmo assim?', text: differs, action: 'Finalizar' })
    if (!yes) return
  }
  const done = await act(doc, { resource: RESOURCE, action: 'finaliza', failed: 'Não foi possível finalizar' })
  if (done === undefined) return
  const count = linesOf(values.value[ITEMS]).length
  toast.success(`Entrada finalizada: ${counted(count, 'item somado', 'itens somados')} ao estoque.`)
}

async function cancel(doc: OpenDocument): Promise<void> {
  const row = doc.form.values.value
  const done = isSet(row.dhFinalizacao)
  const xJust = await askCancelReason({
    title: `Cancelar a entrada ${textOf(row.id)}?`,
    text: done
      ? `Retira ${linesOf(row[ITEMS]).length} itens do estoque e cancela ${linesOf(row[DUES]).length} contas a pagar.`
      : 'A entrada fica cancelada; a nota dela pode ser importada de novo.',
    action: 'Cancelar a entrada',
  })
  if (xJust === null) return
  const cancelled = await act(doc, {
    resource: RESOURCE,
    action: 'cancela',
    body: { xJust },
    failed: 'Não foi possível cancelar',
  })
  if (cancelled !== undefined) toast.success('Entrada cancelada.')
}

export async function duplicate(id: number | string): Promise<void> {
  try {
    const copy = numberOf(getPath(await post(`${RESOURCE}/${id}/duplica`), 'entrada.id'))
    announce(RESOURCE)
    if (copy === null) return
    toast.success(`Entrada ${copy} criada, cópia da ${id}.`)
    go(pathOf('entrada', copy))
  } catch (error) {
    toast.error(error, 'Não foi possível duplicar esta entrada')
  }
}

const SAVES_FIRST = ['finaliza', 'imprime'] as const
const FREE = ['duplica', 'imprime'] as const

/** What can be done with an entry now. F10 finalises. */
export function EntradaActions(): ReactElement {
  const verbs = useVerbs({ right: 'entrada', whyNot, savesFirst: SAVES_FIRST, free: FREE })
  const { record, reason, run } = verbs
  const items = [
    usePrint(verbs, 'entrada'),
    {
      label: 'Duplicar',
      icon: 'copy' as const,
      onSelect: () => run('duplica', () => duplicate(record?.id ?? '')),
      ...because(reason('duplica')),
    },
    {
      label: 'Cancelar a entrada',
      icon: 'close' as const,
      danger: true,
      onSelect: () => run('cancela', cancel),
      ...because(reason('cancela')),
    },
  ]
  const next = { action: 'finaliza', label: 'Finalizar', start: () => run('finaliza', finish) }
  return <VerbBar verbs={verbs} items={items} next={next} />
}
