import { useMemo, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { addDays } from '../../../core/br/civil-date'
import { headFields } from '../../../core/fields/comercial/lines'
import { orcamentoFields } from '../../../core/fields/comercial/orcamento'
import { vendaFields } from '../../../core/fields/comercial/venda'
import { orcamentoLife } from '../../../core/lifecycle/orcamento'
import { numbersOf } from '../../../core/lifecycle/standing'
import { vendaLife } from '../../../core/lifecycle/venda'
import { mayCreate } from '../../app/access'
import { rights } from '../../app/session'
import { NotfisDialog } from '../../expedicao/edi/notfis-dialog'
import { DocumentTable } from '../../ui/documents/document-table'
import { stateViews } from '../../ui/documents/state'
import { fieldsOf } from '../../ui/fields-of'
import { localToday } from '../../ui/format'
import { textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import type { SavedView } from '../../ui/table/table-state'
import type { TableAction } from '../../ui/table/verbs'
import { DOCUMENTS, type DocumentKind } from './kind'
import { group, whyNotGroup } from './verbs'

const head = fieldsOf(headFields())
const sale = fieldsOf(vendaFields, vendaLife)
const quote = fieldsOf(orcamentoFields, orcamentoLife)

function columnsOf(kind: DocumentKind): readonly Column[] {
  const cancelled = (row: Row): boolean => textOf(row.dhCancelamento) !== ''
  const { column } = kind === 'venda' ? sale : quote
  return [
    head.column('id', {
      label: 'Número',
      width: 90,
      card: 'sub',
      render: (row) => (cancelled(row) ? <s>{row.id}</s> : <b className="number">{row.id}</b>),
      text: (row) => String(row.id),
    }),
    head.column('dhAbertura', { label: 'Data', width: 150 }),
    head.column('cliente.xNome', { card: 'title' }),
    head.column('vendedor.xNome', { width: 170 }),
    head.column('vTotal', { width: 130, card: 'value' }),
    ...(kind === 'orcamento'
      ? [quote.column('dValidade', { width: 110 }), quote.column('xContato', { width: 150, hidden: true })]
      : []),
    head.column('criado_em', { label: 'Criada em', width: 150, hidden: true }),
    column('dhFechamento', { width: 150, hidden: true }),
    column('dhFaturamento', { width: 150, hidden: true }),
    column('dhCancelamento', { width: 150, hidden: true }),
    column('dhEmail', { width: 150, hidden: true }),
    ...(kind === 'orcamento'
      ? (['dhVisto', 'dhAceite', 'dhPedidoAlteracao'] as const).map((name) =>
          quote.column(name, { width: 150, hidden: true }),
        )
      : []),
    head.column('tipo_entrada_saida.descricao', { label: 'Operação', width: 150, hidden: true }),
    head.column('tabela_preco.descricao', { label: 'Tabela', width: 120, hidden: true }),
  ]
}

/** Views shipped with the lists; "today" is the day the list was opened. */
function viewsOf(kind: DocumentKind): readonly SavedView[] {
  const today = localToday()
  const day = { ini: `${today} 00:00:00`, fim: `${today} 23:59:59` }
  const thirty = { ini: `${addDays(today, -29)} 00:00:00`, fim: `${today} 23:59:59` }
  const sold = { where: { dhCancelamento: null }, custom: { do_vendedor: true } }
  const month = { ini: `${addDays(today, -30)} 00:00:00`, fim: `${today} 23:59:59` }
  if (kind === 'orcamento') {
    return [
      ...stateViews(DOCUMENTS.orcamento.life),
      {
        name: 'Validade vencida',
        where: { status: numbersOf(orcamentoLife, ['aberto']) },
        between: { dValidade: { ini: '2000-01-01', fim: addDays(today, -1) } },
      },
      ...(['dhAceite', 'dhPedidoAlteracao'] as const).map((date) => ({
        name: date === 'dhAceite' ? 'Aceitos' : 'Alteração pedida',
        where: { status: numbersOf(orcamentoLife, ['aberto']) },
        between: { [date]: { ini: '2000-01-01' } },
      })),
      { name: 'Meus de hoje', custom: { minhas: true }, between: { criado_em: day } },
      { name: 'Últimos 30 dias', between: { criado_em: month } },
    ]
  }
  return [
    { name: 'Abertas', where: { status: numbersOf(vendaLife, ['aberta', 'bloqueada']) } },
    { name: 'Bloqueadas', where: { status: numbersOf(vendaLife, ['bloqueada']) } },
    { name: 'A expedir', where: { status: numbersOf(vendaLife, ['aberta']) } },
    { name: 'A faturar', where: { status: numbersOf(vendaLife, ['fechada', 'conferida']) } },
    { name: 'Faturadas', where: { status: numbersOf(vendaLife, ['faturada']) } },
    { name: 'Canceladas', where: { status: numbersOf(vendaLife, ['cancelada']) } },
    { name: 'De hoje', where: { dhCancelamento: null }, between: { criado_em: day } },
    { name: 'Minhas de hoje', custom: { minhas: true }, between: { criado_em: day } },
    { name: 'Últimos 30 dias', where: { dhCancelamento: null }, between: { criado_em: thirty } },
    { name: 'Vendidas por mim hoje', ...sold, between: { criado_em: day } },
    { name: 'Vendidas por mim em 30 dias', ...sold, between: { criado_em: thirty } },
  ]
}

/** Grouping, and for whoever exchanges files with carriers telling one which notes go. */
function actionsOf(kind: DocumentKind, ships: ((rows: readonly Row[]) => void) | undefined): readonly TableAction[] {
  return [
    { label: 'Agrupar', icon: 'columns', run: (rows) => group(kind, rows), reason: whyNotGroup },
    ...(ships === undefined ? [] : [{ label: 'Gerar NOTFIS', icon: 'export' as const, run: ships }]),
  ]
}

/** The list of quotes or of sales. */
export function DocumentList({ kind }: { readonly kind: DocumentKind }): ReactElement {
  useSignals()
  const [shipping, setShipping] = useState<readonly Row[] | null>(null)
  const ships = kind === 'venda' && mayCreate(rights.value, 'edi')
  const parts = useMemo(
    () => ({
      columns: columnsOf(kind),
      views: viewsOf(kind),
      actions: actionsOf(kind, ships ? setShipping : undefined),
    }),
    [kind, ships],
  )
  return (
    <>
      <DocumentTable
        kind={DOCUMENTS[kind]}
        {...parts}
        printed
        deletable={false}
        create={kind === 'venda' ? 'Nova venda' : 'Novo orçamento'}
      />
      {shipping === null ? null : (
        <NotfisDialog sales={shipping.map((row) => Number(row.id))} onClose={() => setShipping(null)} />
      )}
    </>
  )
}
