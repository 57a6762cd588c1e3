import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mdfeRecebidoFields } from '../../../core/fields/compras/mdfe-recebido'
import { DONE, GONE, OPEN } from '../../../core/lifecycle/life'
import { needOf } from '../../app/access'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { because } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { askSefaz } from '../ask-sefaz'
import { LastFetch } from '../last-fetch'
import { RESOURCE } from './papers'

const { column, chipColumn } = fieldsOf(mdfeRecebidoFields)

const columns: readonly Column[] = [
  column('nMDF', { width: 100, card: 'sub' }),
  column('serie', { width: 70, card: 'none' }),
  column('dhEmi', { width: 150 }),
  column('xNome', { card: 'title' }),
  column('participacao', { width: 200 }),
  column('UFIni', { width: 70, label: 'De' }),
  column('UFFim', { width: 70, label: 'Para' }),
  column('placa', { width: 100 }),
  column('vCarga', { width: 130, card: 'value' }),
  chipColumn('status', { 0: OPEN, 1: DONE, 2: GONE }),
  column('CNPJ_CPF', { width: 170, hidden: true }),
  column('modal', { width: 110, hidden: true }),
  column('chMDFe', { width: 380, hidden: true }),
]

const views = [
  { name: 'Abertos', where: { status: 0 } },
  { name: 'Encerrados', where: { status: 1 } },
  { name: 'Cancelados', where: { status: 2 } },
]

const EMPTY = 'Aqui ficam os MDF-e de outros emitentes que nomeiam a empresa: contratante, dona do veículo, seguradora.'

/** Manifests of others in which the company takes part, as the tax authority tells of them. */
export function MdfeRecebidos(): ReactElement {
  useSignals()
  const none = because(whyNot(needOf('dfe', 'edit')) ?? undefined)
  return (
    <ResourceTable
      resource={RESOURCE}
      columns={columns}
      views={views}
      create={false}
      deletable={false}
      toolbar={
        <>
          <Button icon="refresh" {...none} onClick={() => void askSefaz(`${RESOURCE}/all/updateDFe`, {})}>
            Buscar na SEFAZ
          </Button>
          <LastFetch mod={58} />
        </>
      }
      empty={{ text: EMPTY }}
    />
  )
}
