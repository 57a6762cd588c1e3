import { useState, type ReactElement } from 'react'
import { tributacaoFields } from '../../../core/fields/nfe/tributacao'
import { lazily } from '../../app/lazy'
import { importAction } from '../../cadastros/importacao/importacao'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { column } = fieldsOf(tributacaoFields)

const columns: readonly Column[] = [
  column('descricao'),
  column('NCM', { width: 120 }),
  column('tipo_entrada_saida.descricao', { label: 'Operação', width: 150 }),
  column('UFOrig', { label: 'De', width: 64, filter: 'none' }),
  column('UFDest', { label: 'Para', width: 64, filter: 'none' }),
  column('taxCode', { width: 110 }),
  column('pICMS', { width: 90 }),
  column('pICMSST', { label: 'ST (%)', width: 90 }),
  column('dInicio', { width: 120, hidden: true }),
  column('dFim', { width: 120 }),
]

const Simulator = lazily(async () => (await import('./simulator')).Simulator)
const actions = [importAction('tributacao')]

/** Tax rules, five at a time (C3-006). */
export function Tributacoes(): ReactElement {
  const [simulating, setSimulating] = useState(false)
  return (
    <>
      <ResourceTable
        resource="nfe/tributacao"
        columns={columns}
        pageSize={5}
        actions={actions}
        sort={{ field: 'descricao', desc: false }}
        toolbar={<Button onClick={() => setSimulating(true)}>Simular</Button>}
      />
      {simulating ? <Simulator onClose={() => setSimulating(false)} /> : null}
    </>
  )
}
