import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { showTaxId } from '../../../core/br/tax-id'
import { boletoDdaFields, DDA } from '../../../core/fields/financeiro/boleto-dda'
import { DONE, GONE, OPEN, UNDER_WAY } from '../../../core/lifecycle/life'
import { mayEdit } from '../../app/access'
import { open } from '../../app/navigation'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { FileDrop } from '../../ui/drop-area'
import { counted } from '../../ui/format'
import { numberOf, textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { ask, RESOURCE, uploadSweeps } from './ask'
import { TypeSlip } from './type-slip'

const { column, chipColumn } = fieldsOf(boletoDdaFields)

/** How the states of a slip look. */
export const LOOKS = {
  [DDA.A_LIGAR]: OPEN,
  [DDA.LIGADO]: DONE,
  [DDA.AGENDADO]: UNDER_WAY,
  [DDA.FRAUDE]: { hue: 'vermelho', mark: 'dot' },
  [DDA.RECUSADO]: GONE,
} as const

/** Who issued a slip, by name or by tax id. */
export const issuerOf = (row: Row): string => textOf(row.xEmissor) || showTaxId(textOf(row.issuerTaxId))

const columns: readonly Column[] = [
  column('xEmissor', { card: 'title', text: issuerOf, render: issuerOf }),
  column('dueDate', { width: 130 }),
  column('cost', { width: 120, card: 'value' }),
  chipColumn('situacao', LOOKS, { width: 170, card: 'chip' }),
  column('motivo', { width: 320, card: 'sub' }),
  column('fornecedor.xNome', { width: 190, card: 'none' }),
  column('numero_documento', { width: 120, card: 'none', hidden: true }),
  column('issuerTaxId', { width: 160, hidden: true }),
  column('issuerActivity', { hidden: true }),
  column('issueDate', { width: 110, hidden: true }),
  column('dAgendado', { width: 120, hidden: true }),
  column('linha_digitavel', { hidden: true }),
  column('arquivo', { hidden: true }),
]

const views = [
  { name: 'A ligar', where: { situacao: DDA.A_LIGAR } },
  { name: 'Ligados', where: { situacao: [DDA.LIGADO, DDA.AGENDADO] } },
  { name: 'Possível fraude', where: { situacao: DDA.FRAUDE } },
  { name: 'Recusados', where: { situacao: DDA.RECUSADO } },
]

const EMPTY =
  'Solte aqui a varredura do DDA que o banco entrega (CNAB 240), ou leia um boleto. Cada boleto procura por si a sua conta a pagar.'

async function lookAgain(): Promise<void> {
  const done = await ask({
    path: `${RESOURCE}/tenta`,
    asks: 'Procurar de novo?',
    action: 'Procurar',
    failed: 'Não foi possível procurar as contas',
  })
  if (done === undefined) return
  const seen = counted(numberOf(done.vistos) ?? 0, 'boleto visto', 'boletos vistos')
  toast.success(`${seen}, ${counted(numberOf(done.ligados) ?? 0, 'ligado', 'ligados')}.`)
}

/** Slips that others registered against the company: what waits, what is linked, and what is suspected. */
export function ReceivedSlips(): ReactElement {
  useSignals()
  const [typing, setTyping] = useState(false)
  const again = mayEdit(rights.value, 'boletos_dda') ? (
    <Button onClick={() => void lookAgain()}>Procurar contas</Button>
  ) : null
  return (
    <>
      <FileDrop
        right="boletos_dda"
        text="Solte as varreduras do DDA"
        label="Carregar DDA"
        accept=".ret,.txt,.dda,text/*"
        send={uploadSweeps}
      >
        {(choose) => (
          <ResourceTable
            resource={RESOURCE}
            columns={columns}
            views={views}
            sort={{ field: 'dueDate', desc: false }}
            create={false}
            empty={choose === null ? { text: 'Nenhum boleto recebido ainda.' } : { text: EMPTY, action: choose(false) }}
            toolbar={
              <>
                {again}
                {choose === null ? null : <Button onClick={() => setTyping(true)}>Ler boleto</Button>}
                {choose?.(true)}
              </>
            }
          />
        )}
      </FileDrop>
      {typing ? <TypeSlip onClose={() => setTyping(false)} onMade={(id) => open(pathOf('boleto_dda', id))} /> : null}
    </>
  )
}
