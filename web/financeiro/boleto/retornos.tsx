import type { ReactElement } from 'react'
import { retornoFields } from '../../../core/fields/financeiro/boleto'
import { fieldsOf } from '../../ui/fields-of'
import { FileDrop } from '../../ui/drop-area'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { RETORNO, uploadReturns } from './ask'
import { RETORNO_LOOKS } from './looks'

const { column, chipColumn } = fieldsOf(retornoFields)

const columns: readonly Column[] = [
  column('arquivo', { card: 'title' }),
  column('banco.descricao', { label: 'Conta caixa', width: 160, card: 'sub' }),
  column('data', { width: 130 }),
  column('qLinhas', { width: 110, card: 'none' }),
  column('qBaixar', { width: 90, card: 'none' }),
  column('qSemBoleto', { width: 110, card: 'none' }),
  column('qBaixadas', { width: 100, hidden: true, card: 'none' }),
  column('vPago', { width: 120, card: 'value' }),
  column('vTarifa', { width: 110, card: 'none' }),
  chipColumn('status', RETORNO_LOOKS, { width: 160, card: 'chip' }),
  column('codigo', { width: 80, hidden: true, card: 'none' }),
  column('layout', { width: 120, hidden: true, card: 'none' }),
  column('sequencia', { width: 150, hidden: true, card: 'none' }),
  column('criado_em', { label: 'Carregado em', width: 150, hidden: true, card: 'none' }),
]

const views = [
  { name: 'A baixar', where: { status: 1 } },
  { name: 'Com diferenças', where: { status: 2 } },
  { name: 'Baixados', where: { status: 4 } },
]

const EMPTY =
  'Solte aqui os retornos do banco (CNAB 400 ou 240), ou escolha os arquivos. Nada é baixado antes de alguém confirmar.'

/** Files that banks sent back. A single file opens as it is read. */
export function Retornos(): ReactElement {
  return (
    <FileDrop
      right="remessa_retorno"
      text="Solte os retornos do banco"
      label="Carregar retornos"
      accept=".ret,.txt,.crt,.rst,text/*"
      send={uploadReturns}
      opens="retorno"
    >
      {(choose) => (
        <ResourceTable
          resource={RETORNO}
          columns={columns}
          views={views}
          sort={{ field: 'id', desc: true }}
          create={false}
          deletable={false}
          empty={choose === null ? { text: 'Nenhum retorno do banco ainda.' } : { text: EMPTY, action: choose(false) }}
          toolbar={choose?.(true)}
        />
      )}
    </FileDrop>
  )
}
