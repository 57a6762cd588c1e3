import { useMemo, type ReactElement } from 'react'
import { canAll, listPath, pathOf } from '../../../core/access'
import { needOf } from '../../app/access'
import { open as openPath } from '../../app/navigation'
import { rights } from '../../app/session'
import { whyNot } from '../../app/why'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import { opens } from '../../ui/documents/print'
import { because, type DocumentVerbs } from '../../ui/documents/use-verbs'
import type { MenuItem } from '../../ui/menu'
import { isSet, textOf, type Row } from '../../ui/row'
import { factsOf, type DocumentNames } from './kind'
import { close, effectOf, invoice, issueNote, lossReasons, orderProduction } from './verbs'

function howOf(names: DocumentNames): Readonly<Record<string, How>> {
  return {
    fecha: { run: (doc) => close({ ...doc, names }) },
    fatura: { run: (doc) => invoice({ ...doc, names }) },
    libera: { icon: 'lock', will: (row) => textOf(row.xMotivoBloqueio) },
    cancela: { will: (row) => effectOf(names, row) },
    emiteNFe: { run: (doc) => issueNote({ ...doc, names }) },
    perde: { reasons: lossReasons },
  }
}

/** What came back of an invoiced sale begins from it. */
function saleItems(verbs: DocumentVerbs): readonly MenuItem[] {
  return [...returnItem(verbs), ...orderItem(verbs), ...costItem(verbs)]
}

/** What the sale cost and leaves, item by item, to who may know costs and run reports. */
function costItem({ record, run }: DocumentVerbs): readonly MenuItem[] {
  if (record === undefined || !canAll(rights.peek(), ['custo', 'relatorios', 'venda'])) return []
  const show = opens((id) => `/reporting/pdf/custo_venda?venda_id=${id}&agrupar=item`)
  return [{ label: 'Custo e margem', icon: 'money', onSelect: () => run('imprime', show) }]
}

/** What is made for a sale is ordered from production. */
function orderItem({ record }: DocumentVerbs): readonly MenuItem[] {
  if (record === undefined) return []
  const reason = whyNot(needOf('ordem_producao', 'create')) ?? (isSet(record.dhCancelamento) ? CANCELLED : undefined)
  return [
    {
      label: 'Gerar ordem de produção',
      icon: 'columns',
      onSelect: () => void orderProduction(record),
      ...because(reason),
    },
  ]
}

const CANCELLED = 'Esta venda foi cancelada.'

function returnItem({ record }: DocumentVerbs): readonly MenuItem[] {
  if (record === undefined) return []
  const path = `${listPath('venda_devolucao')}/edit/new?venda_id=${textOf(record.id)}`
  const reason = whyNot(needOf('venda_devolucao', 'create')) ?? (isInvoiced(record) ? undefined : NOT_INVOICED)
  return [{ label: 'Devolver itens', icon: 'back', onSelect: () => openPath(path), ...because(reason) }]
}

const NOT_INVOICED = 'Só vendas faturadas são devolvidas.'
const isInvoiced = (row: Row): boolean => isSet(row.dhFaturamento) && !isSet(row.dhCancelamento)

/** The sale that a quote became. */
function saleItem({ record }: DocumentVerbs): readonly MenuItem[] {
  const sale = record?.venda_id
  if (!isSet(sale)) return []
  const number = textOf(sale)
  return [{ label: `Abrir a venda ${number}`, icon: 'tag', onSelect: () => openPath(pathOf('venda', number)) }]
}

/** What can be done with a document now; what cannot says why. F10 closes or dispatches, F9 invoices, Ctrl+P prints. */
export function DocumentActions({ names }: { readonly names: DocumentNames }): ReactElement {
  const { how, print, items } = useMemo(
    () => ({
      how: howOf(names),
      print: { name: names.kind },
      items: names.kind === 'venda' ? saleItems : saleItem,
    }),
    [names],
  )
  return <LifeBar kind={names} how={how} print={print} items={items} facts={factsOf} />
}
