import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactElement } from 'react'
import { tipoEntradaSaidaCfopFields } from '../../../core/fields/cadastros/tipo-entrada-saida'
import { USUAL_IN, USUAL_OUT, usualLines } from '../../../core/tax/cfop'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ListField } from '../../ui/lines/list-field'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { Menu } from '../../ui/menu'
import { isSet } from '../../ui/row'

const { line, defaults } = fieldsOf(tipoEntradaSaidaCfopFields)

const LIST = 'cfop_list'
const columns: readonly LineColumn[] = [
  line('origem', { label: 'Origem', editable: true, least: 150 }),
  line('st', { label: 'ST', width: 170, editable: true }),
  line('destino', { width: 150, editable: true }),
  line('contribuinte', { width: 160, editable: true }),
  line('CFOP', { width: 80, editable: true }),
]

const caseOf = ({ origem, st, destino, contribuinte }: Omit<Line, 'key'>): string =>
  JSON.stringify([origem, st, destino, contribuinte ?? null])

/** The CFOP of each case of the operation; the usual ones are filled in where the table has none of their case. */
export function CfopLines(): ReactElement {
  useSignals()
  const form = useForm()
  const comesIn = useComputed(() => form.values.value.tipo === 0).value
  const fill = (usual: (typeof USUAL_IN)['compra'] | (typeof USUAL_OUT)[keyof typeof USUAL_OUT]): void => {
    const now = linesOf(form.values.value[LIST])
    const known = new Set(now.map(caseOf))
    const added = usualLines(usual, comesIn ? 1 : 5)
      .filter((one) => !known.has(caseOf({ ...one })))
      .map((one) => ({ ...one, key: crypto.randomUUID() }))
    form.set(LIST, [...now, ...added])
    if (!isSet(form.values.value.natOp)) {
      form.set('natOp', usual.natOp)
      form.set('finNFe', usual.finNFe)
    }
  }
  const items = Object.values(comesIn ? USUAL_IN : USUAL_OUT).map((usual) => ({
    label: usual.label,
    onSelect: () => fill(usual),
  }))
  const tools = form.readOnly.value ? undefined : (
    <Menu label="Preencher linhas usuais" name="Operações usuais" items={items} />
  )
  return (
    <>
      <ListField
        name={LIST}
        label="CFOP por caso"
        columns={columns}
        blank={defaults}
        addKey={false}
        {...(tools === undefined ? {} : { tools })}
      />
      <p className="hint">
        Escreva o número ou o começo da palavra em cada coluna. Contribuinte vazio vale para todos.
      </p>
    </>
  )
}
