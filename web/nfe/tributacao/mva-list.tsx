import { useSignals } from '@preact/signals-react/runtime'
import type { ReactElement } from 'react'
import { UFS } from '../../../core/br/uf'
import { tributacaoMvaFields } from '../../../core/fields/nfe/tributacao'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ListField } from '../../ui/lines/list-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'

const { line } = fieldsOf(tributacaoMvaFields)

const LIST = 'mva_list'
const columns: readonly LineColumn[] = [
  line('UFDest', { label: 'UF', editable: true, least: 60 }),
  line('pMVAST', { width: 110, editable: true }),
  line('pICMSST', { width: 120, editable: true }),
  line('pFCP', { width: 110, editable: true }),
  line('pICMSUFDest', { width: 180, editable: true }),
  line('pFCPUFDest', { width: 150, editable: true }),
]

/** Margins and rates by the state that goods go to; all states may be put in at once, to be filled down a column. */
export function MvaList(): ReactElement {
  useSignals()
  const form = useForm()
  const addStates = (): void => {
    const now = linesOf(form.values.value[LIST])
    const known = new Set(now.map(({ UFDest }) => UFDest))
    const added = UFS.filter(({ sigla }) => !known.has(sigla)).map(({ sigla }) => ({
      key: crypto.randomUUID(),
      UFDest: sigla,
    }))
    form.set(LIST, [...now, ...added])
  }
  const tools = form.readOnly.value ? undefined : <Button onClick={addStates}>Incluir os estados que faltam</Button>
  return (
    <ListField
      name={LIST}
      label="MVA e alíquotas por estado de destino"
      columns={columns}
      addKey={false}
      {...(tools === undefined ? {} : { tools })}
    />
  )
}
