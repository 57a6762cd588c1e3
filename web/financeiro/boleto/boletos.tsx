import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { BOLETO as STATE } from '../../../core/fields/financeiro/boleto'
import { mayCreate } from '../../app/access'
import { open } from '../../app/navigation'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { BOLETO, ofOne } from './ask'
import { cancelBoleto, whyNotCancel, whyNotInstruct } from './boleto-verbs'
import { printBoletos } from './give'
import { InstructDialog } from './instruct-dialog'
import { boleto, BOLETO_LOOKS } from './looks'
import { makeMissing } from './make-boletos'

const { column, chipColumn } = boleto

const columns: readonly Column[] = [
  column('nosso_numero_impresso', { label: 'Nosso número', width: 150, card: 'sub' }),
  column('cliente.xNome', { card: 'title' }),
  column('seu_numero', { label: 'Documento', width: 110 }),
  column('dEmissao', { width: 110, hidden: true, card: 'none' }),
  column('dVencimento', { width: 120 }),
  column('valor', { width: 120, card: 'value' }),
  chipColumn('situacao', BOLETO_LOOKS, { width: 160, card: 'chip' }),
  column('motivo', { width: 220, card: 'none' }),
  column('dOcorrencia', { width: 150, hidden: true, card: 'none' }),
  column('banco_cnab.descricao', { label: 'Cobrança', width: 160, hidden: true, card: 'none' }),
  column('banco.descricao', { label: 'Conta caixa', width: 160, hidden: true, card: 'none' }),
]

const views = [
  { name: 'A registrar', where: { situacao: STATE.A_REGISTRAR } },
  { name: 'Em remessa', where: { situacao: STATE.EM_REMESSA } },
  { name: 'Registrados', where: { situacao: STATE.REGISTRADO } },
  { name: 'Rejeitados', where: { situacao: STATE.REJEITADO } },
  { name: 'Liquidados', where: { situacao: STATE.LIQUIDADO } },
  { name: 'Em cartório ou protestados', where: { situacao: [STATE.EM_CARTORIO, STATE.PROTESTADO] } },
]

const RIGHT = 'remessa_retorno'
const NONE = 'Selecione um boleto.'

/** Boletos, and what the bank has of each. */
export function Boletos(): ReactElement {
  useSignals()
  const [instructing, setInstructing] = useState<Row | null>(null)
  const writable = mayCreate(rights.value, RIGHT)
  const missing = <Button onClick={() => void makeMissing()}>Gerar os que faltam</Button>
  const actions: readonly TableAction[] = [
    { label: 'Imprimir', icon: 'print', run: (rows) => printBoletos(rows, 'folha') },
    { label: 'Imprimir em carnê', icon: 'print', run: (rows) => printBoletos(rows, 'carne') },
    {
      label: 'Gerar remessa',
      icon: 'export',
      right: RIGHT,
      run: () => open('/ui/financeiro/remessa/edit/new'),
    },
    {
      label: 'Instruir o banco',
      right: RIGHT,
      reason: ofOne(NONE, whyNotInstruct),
      run: ([row]) => setInstructing(row ?? null),
    },
    {
      label: 'Cancelar o boleto',
      danger: true,
      right: RIGHT,
      reason: ofOne(NONE, whyNotCancel),
      run: async ([row]) => {
        if (row !== undefined) await cancelBoleto(row)
      },
    },
  ]
  return (
    <>
      <ResourceTable
        resource={BOLETO}
        columns={columns}
        views={views}
        sort={{ field: 'id', desc: true }}
        create={false}
        deletable={false}
        actions={actions}
        toolbar={writable ? missing : null}
        empty={{
          text: 'Os boletos são gerados das contas a receber: uma, as selecionadas, ou todas que devem ter um.',
          to: { path: '/ui/financeiro/contas_receber', label: 'Abrir Contas a Receber' },
        }}
      />
      {instructing === null ? null : <InstructDialog row={instructing} onClose={() => setInstructing(null)} />}
    </>
  )
}
