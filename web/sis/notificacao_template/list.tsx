import type { ReactElement } from 'react'
import { DocumentTable } from '../../ui/documents/document-table'
import { stateViews } from '../../ui/documents/state'
import type { Column } from '../../ui/table/columns'
import { KIND, template } from './kind'

const columns: readonly Column[] = [
  template.column('descricao', { card: 'title' }),
  template.column('evento', { width: 260, card: 'sub' }),
  template.column('canal', { width: 110 }),
  template.column('falhas', { width: 90, filter: 'none', card: 'none' }),
  template.column('assunto', { width: 260, hidden: true }),
  template.column('dhFinalizacao', { width: 150, hidden: true }),
]

const VIEWS = [...stateViews(KIND.life), { name: 'Com falha', custom: { com_falha: true } }]

/** The company's templates, and those by which somebody could not be told. */
export const Templates = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} views={VIEWS} create="Novo modelo" stateWidth={140} />
)
