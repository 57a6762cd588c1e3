import { useState, type ReactElement } from 'react'
import { KEEPING_FAULTS } from '../../../core/fields/nfe/keeping-faults'
import { nfeFields } from '../../../core/fields/nfe/nfe'
import { EPEC_NEAR_MS } from '../../../core/fiscal/contingency-term'
import { nfeLife } from '../../../core/lifecycle/nfe'
import { numbersOf } from '../../../core/lifecycle/standing'
import { DocumentTable } from '../../ui/documents/document-table'
import { openAside } from '../../ui/documents/print'
import { stateViews } from '../../ui/documents/state'
import { fieldsOf } from '../../ui/fields-of'
import { localToday } from '../../ui/format'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import type { SavedView } from '../../ui/table/table-state'
import type { TableAction } from '../../ui/table/verbs'
import { KIND } from './kind'

const note = fieldsOf(nfeFields, nfeLife)

const columns: readonly Column[] = [
  note.column('nNF', { width: 100, card: 'sub' }),
  note.column('serie', { width: 70, card: 'none' }),
  note.column('mod', { width: 90 }),
  note.column('dhEmi', { width: 150 }),
  note.column('xDest', { card: 'title' }),
  note.column('natOp', { width: 170, hidden: true }),
  note.column('vNF', { width: 120, card: 'value' }),
  note.column('cStat', { width: 90 }),
  note.column('xMotivo', { hidden: true }),
  note.column('chNFe', { hidden: true }),
  note.column('tpEmis', { width: 110, hidden: true }),
  note.column('dhLimite', { width: 150 }),
  note.column('falha_guarda', { width: 200, hidden: true }),
]

/** Those whose time ends first come first. */
const BY_TERM = { field: 'dhLimite', desc: false } as const

/** Views by state, what was authorised on the day that the list was opened, what was issued by another way, and what is not kept as it ought to be. */
function viewsOf(today: string): readonly SavedView[] {
  return [
    ...stateViews(nfeLife),
    {
      name: 'Autorizadas hoje',
      between: { dhAutorizacao: { ini: `${today} 00:00:00`, fim: `${today} 23:59:59` } },
    },
    { name: 'Em contingência', where: { tpEmis: [4, 6, 7, 9] } },
    {
      name: 'Off-line a enviar',
      where: { tpEmis: 9, status: numbersOf(nfeLife, ['enviando', 'rejeitada']) },
      sort: BY_TERM,
    },
    {
      name: 'EPEC perto do prazo',
      where: { tpEmis: 4, status: numbersOf(nfeLife, ['epec', 'rejeitada']) },
      between: { dhLimite: { fim: new Date(Date.now() + EPEC_NEAR_MS).toISOString() } },
      sort: BY_TERM,
    },
    {
      name: 'Em dobro',
      where: { status: numbersOf(nfeLife, ['autorizada']) },
      between: { dhDuvida: { ini: '2000-01-01' } },
    },
    { name: 'Com falha na guarda', where: { falha_guarda: Object.keys(KEEPING_FAULTS) } },
  ]
}

const EMPTY = {
  text: 'A nota sai com o faturamento da venda que diz “NF-e”, ou por “Emitir NF-e” na venda faturada.',
  to: { path: '/ui/comercial/venda', label: 'Abrir Vendas' },
}

const MOST = 200
const ids = (rows: readonly Row[]): string => rows.map(({ id }) => id).join(',')
const opens =
  (path: string, more = '') =>
  (rows: readonly Row[]): void =>
    openAside(`/api/nfe/${path}?id_list=${ids(rows)}${more}`)
const few = (rows: readonly Row[]): string | undefined =>
  rows.length > MOST ? `Escolha até ${MOST} notas para imprimir.` : undefined

const ACTIONS: readonly TableAction[] = [
  {
    label: 'Imprimir DANFE',
    icon: 'print',
    run: opens('print_danfe'),
    reason: few,
  },
  {
    label: 'Imprimir DANFE com as guias GNRE',
    icon: 'print',
    right: 'gnre',
    run: opens('print_danfe', '&com_guias=1'),
    reason: few,
  },
  { label: 'Baixar XML', icon: 'export', run: opens('xml_lote') },
]

/** Notes, ten at a time (C3-003). */
export function Notas(): ReactElement {
  const [views] = useState(() => viewsOf(localToday()))
  return (
    <DocumentTable
      kind={KIND}
      columns={columns}
      views={views}
      actions={ACTIONS}
      pageSize={10}
      create={false}
      empty={EMPTY}
    />
  )
}
