import type { ReactElement } from 'react'
import { importacaoFields } from '../../../core/fields/cadastros/importacao'
import { DONE, GONE, OPEN } from '../../../core/lifecycle/life'
import { fieldsOf } from '../../ui/fields-of'
import { lazyModal } from '../../ui/lazy-modal'
import { open } from '../../app/navigation'
import { screen } from '../../app/registry'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { kindTitle, PATH, RESOURCE } from './batch'

const { column, chipColumn } = fieldsOf(importacaoFields)

const columns: readonly Column[] = [
  column('arquivo', { card: 'title' }),
  column('tipo', { width: 130, render: (row) => kindTitle(row.tipo), text: (row) => kindTitle(row.tipo) }),
  chipColumn('status', { conferida: OPEN, importada: DONE, desfeita: GONE, desfeita_em_parte: OPEN, descartada: GONE }),
  column('criado_em', { label: 'Lido em', width: 150 }),
  column('user.name', { label: 'Por', width: 160 }),
  column('novos', { width: 90 }),
  column('alterados', { width: 100 }),
  column('iguais', { width: 90, hidden: true }),
  column('errados', { width: 100 }),
  column('total', { width: 90, card: 'value' }),
]

const views = [
  { name: 'A importar', where: { status: 'conferida' } },
  { name: 'Importadas', where: { status: 'importada' } },
]

function Importacoes(): ReactElement {
  return <ResourceTable resource={RESOURCE} columns={columns} views={views} deletable={false} create="Importar" />
}

export const importacao = screen({
  path: PATH,
  title: 'Importações',
  area: 'Cadastros',
  right: 'importacao',
  component: Importacoes,
  modals: {
    'edit/:importacao_id': { component: lazyModal(async () => (await import('./wizard')).ImportWizard), size: 'full' },
  },
})

/** The list verb that begins an import of what the list shows. */
export const importAction = (tipo: string): TableAction => ({
  label: 'Importar',
  icon: 'upload',
  right: 'importacao',
  whole: true,
  run: () => open(`${PATH}/edit/new?tipo=${tipo}`),
})
