import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { toast } from '../../app/toasts'
import { useForm } from '../../ui/form/context'
import { LinesField } from '../../ui/lines/lines-field'
import { openLine } from '../../ui/lines/line-route'
import { linesOf } from '../../ui/lines/lines-state'
import { ProductEntry } from '../../ui/lines/product-entry'
import type { Values } from '../../ui/row'
import { labelReader, useOwnPdv } from '../pdv/own-pdv'
import { goodsFacts, learnDocument, withPrices } from './facts'
import { addProduct } from './goods'
import type { DocumentNames } from './kind'
import { DiscountTool } from './discount'
import { lineColumns } from './columns'
import { priced } from './line'
import { documentTable, followPromotions } from './promotions'
import { lineMarks } from './marks'

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

/** What the address of a line's form tells of its document. */
const toldOf = (document: Values): Values => ({
  st: 'cliente' in document ? 0 : undefined,
  decimal_preco: 2,
  tabela_preco_id: document.tabela_preco_id,
  empresa_id: document.empresa_id,
})

/** Goods of a document: entry by code or name, the grid, discounts on chosen lines. */
export function GoodsTab({
  names,
  path,
}: {
  readonly names: DocumentNames
  readonly path: string | undefined
}): ReactElement {
  useSignals()
  const form = useForm()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const lines = linesOf(form.values.value[names.lines])
  const columns = lineColumns({
    facts: goodsFacts(form),
    isChosen: (line) => chosen.has(line.key),
    onToggle: (line) => setChosen(toggled(chosen, line.key)),
    onToggleAll: () => setChosen(new Set(chosen.size < lines.length ? lines.map((line) => line.key) : [])),
  })
  const opens = { path, route: names.lineRoute, link: names.link, tells: toldOf }
  const reads = labelReader(useOwnPdv().pdv)
  const closed = form.readOnly.value || form.whyNotList(names.lines) !== undefined
  const { record } = form
  useEffect(() => {
    if (!closed && record.value !== undefined)
      learnDocument(form, names.lines).catch((error: unknown) => toast.error(error))
  }, [form, names, closed, record.value])
  const facts = goodsFacts(form)
  const table = documentTable(form.values.value)
  useEffect(() => {
    if (!closed) followPromotions(form, names.lines, { lines, facts, table })
  }, [form, names, closed, lines, facts, table])
  return (
    <LinesField
      name={names.lines}
      label="Mercadorias"
      columns={columns}
      compute={(line) => priced(withPrices(form, line))}
      marks={lineMarks(form, names)}
      marked={chosen}
      onOpen={(line) => openLine(opens, line, form.values.value)}
      lead={
        closed ? null : (
          <ProductEntry
            reads={reads}
            onAdd={(product, quantity, label) => addProduct(form, names.lines, { product, quantity, label })}
          />
        )
      }
      tools={
        closed ? null : <DiscountTool lines={lines} chosen={chosen} onChange={(next) => form.set(names.lines, next)} />
      }
    />
  )
}
