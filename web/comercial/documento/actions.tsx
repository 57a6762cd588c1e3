import { useMemo, type ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { open as openPath } from '../../app/navigation'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import type { DocumentVerbs } from '../../ui/documents/use-verbs'
import type { MenuItem } from '../../ui/menu'
import { isSet, textOf } from '../../ui/row'
import { factsOf, type DocumentNames } from './kind'
import { close, effectOf, invoice } from './verbs'

function howOf(names: DocumentNames): Readonly<Record<string, How>> {
  return {
    fecha: { run: (doc) => close({ ...doc, names }) },
    fatura: { run: (doc) => invoice({ ...doc, names }) },
    libera: { icon: 'lock', will: (row) => textOf(row.xMotivoBloqueio) },
    cancela: { will: (row) => effectOf(names, row) },
  }
}

/** The sale that a quote became. */
function saleItem({ record }: DocumentVerbs): readonly MenuItem[] {
  const sale = record?.venda_id
  if (!isSet(sale)) return []
  const number = textOf(sale)
  return [{ label: `Abrir a venda ${number}`, icon: 'tag', onSelect: () => openPath(pathOf('venda', number)) }]
}

/** What can be done with a document now; what cannot says why. F10 closes or dispatches, F9 invoices, Ctrl+P prints. */
export function DocumentActions({ names }: { readonly names: DocumentNames }): ReactElement {
  const { how, print } = useMemo(() => ({ how: howOf(names), print: { name: names.kind } }), [names])
  return <LifeBar kind={names} how={how} print={print} items={saleItem} facts={factsOf} />
}
