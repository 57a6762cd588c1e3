import { useMemo, useState, type ReactElement } from 'react'
import { contasPagarFields, contasReceberFields, TITLE } from '../../core/fields/financeiro/titulos'
import { sum } from '../../core/money/decimal'
import { announce } from '../app/events'
import { toast } from '../app/toasts'
import { confirm } from '../ui/confirm'
import { confirmed } from '../ui/confirmed'
import { fieldsOf } from '../ui/fields-of'
import { pathOf } from '../../core/access'
import { addDays } from '../../core/br/civil-date'
import { mayEnter } from '../app/access'
import { open } from '../app/navigation'
import { rights } from '../app/session'
import { lazyModal } from '../ui/lazy-modal'
import { screen } from '../app/registry'
import type { ChipState } from '../ui/chip'
import { amountOf, counted, formatMoney, localToday } from '../ui/format'
import { isRecord, isSet, numberOf, textOf, type Row } from '../ui/row'
import type { Column } from '../ui/table/columns'
import { ResourceTable } from '../ui/table/resource-table'
import type { SavedView } from '../ui/table/table-state'
import type { TableAction } from '../ui/table/verbs'
import { PayDialog } from './pay-dialog'
import type { Side } from './side'
import { RenegotiateDialog } from './renegotiate-dialog'
import { ChooseSetup, duplicateTitle, whyNotPay } from './title-verbs'

const boletos = () => import('./boleto/parts')

const { column } = fieldsOf(contasReceberFields)
const payable = fieldsOf(contasPagarFields)

/** Where there is nothing yet. */
const EMPTY = {
  receber: {
    text: 'As contas a receber nascem quando uma venda é faturada, ou são incluídas aqui.',
    to: { path: '/ui/comercial/venda', label: 'Abrir Vendas' },
  },
  pagar: {
    text: 'As contas a pagar nascem quando uma entrada é finalizada, ou são incluídas aqui.',
    to: { path: '/ui/estoque/entrada', label: 'Abrir Entradas' },
  },
} as const

/** State of a title: what is owed, since when. */
function chipOf(row: Row, today: string): ChipState {
  if (isSet(row.dhCancelamento)) return { word: 'Cancelada', hue: 'cinza', mark: 'dash' }
  if ((numberOf(row.vSaldo) ?? 0) === 0) return { word: 'Quitada', hue: 'verde', mark: 'check' }
  if (Number(row.tpConta) === TITLE.CREDITO) return { word: 'Crédito', hue: 'indigo' }
  if (textOf(row.dVencimento) < today) return { word: 'Vencida', hue: 'vermelho' }
  return textOf(row.dVencimento) === today
    ? { word: 'Vence hoje', hue: 'ambar' }
    : { word: 'A vencer', hue: 'azul', mark: 'half' }
}

const ORIGINS: Readonly<Record<string, string>> = { venda: 'Venda', entrada: 'Entrada' }
const origin = (row: Row): string =>
  textOf(row.documento_id) === ''
    ? ''
    : `${ORIGINS[textOf(row.documento)] ?? textOf(row.documento)} ${textOf(row.documento_id)}`

function columnsOf(side: Side, today: string): readonly Column[] {
  return [
    column('numero', { width: 110, card: 'sub' }),
    side === 'receber'
      ? column('cliente.xNome', { card: 'title' })
      : payable.column('fornecedor.xNome', { card: 'title' }),
    column('descricao', { width: 180, hidden: true, card: 'none' }),
    column('dEmissao', { width: 110, hidden: true, card: 'none' }),
    column('dVencimento', { width: 120 }),
    column('pagamento.descricao', { label: 'Forma', width: 130, card: 'none' }),
    column('documento', {
      label: 'Origem',
      width: 120,
      sort: false,
      filter: 'none',
      render: origin,
      text: origin,
      card: 'none',
    }),
    column('vDup', { width: 120, card: 'none' }),
    column('vSaldo', { width: 120, card: 'value' }),
    column('id', {
      label: 'Situação',
      kind: 'chip',
      width: 140,
      chip: (row) => chipOf(row, today),
      card: 'chip',
      filter: 'none',
    }),
  ]
}

const OPEN = { ini: '0.01' }

/** Days in arrears, as the dashboard adds them up. */
const BRACKETS = [
  { name: 'Vencidas até 30 dias', from: 1, to: 30 },
  { name: 'Vencidas de 31 a 60 dias', from: 31, to: 60 },
  { name: 'Vencidas de 61 a 90 dias', from: 61, to: 90 },
  { name: 'Vencidas há mais de 90 dias', from: 91, to: null },
] as const

/** Views shipped: only what is still owed, and of payables those whose invoice is not here. */
function viewsOf(side: Side, today: string): readonly SavedView[] {
  const live = { dhCancelamento: null }
  const owed = (ini: string | undefined, fim: string | undefined): SavedView['between'] => ({
    vSaldo: OPEN,
    dVencimento: { ...(ini === undefined ? {} : { ini }), ...(fim === undefined ? {} : { fim }) },
  })
  return [
    { name: 'Em aberto', where: live, between: { vSaldo: OPEN } },
    { name: 'Vencidas', where: live, between: owed(undefined, addDays(today, -1)) },
    ...BRACKETS.map(({ name, from, to }) => ({
      name,
      where: live,
      between: owed(to === null ? undefined : addDays(today, -to), addDays(today, -from)),
    })),
    { name: 'Hoje', where: live, between: owed(today, today) },
    { name: 'A vencer 7 dias', where: live, between: owed(today, addDays(today, 7)) },
    { name: 'A vencer', where: live, between: owed(today, undefined) },
    ...(side === 'pagar'
      ? [{ name: 'Sem o XML da nota', custom: { sem_xml: true } }]
      : [{ name: 'Retenção sem comprovante', custom: { sem_comprovante: true } }]),
    { name: 'Quitadas', where: { ...live, vSaldo: 0 } },
    { name: 'Canceladas', between: { dhCancelamento: { ini: '2000-01-01 00:00:00' } } },
  ]
}

/** The document a title came from. */
const documentPath = (row: Row): string => pathOf(textOf(row.documento), textOf(row.documento_id))

/** What several titles cannot be settled for together, the first of them by its name. */
function whyNotPayAll(rows: readonly Row[]): string | undefined {
  if (rows.length === 0) return 'Nenhum registro selecionado'
  const [refused] = rows.flatMap((row) => {
    const why = whyNotPay(row)
    return why === undefined ? [] : [`${textOf(row.numero) || row.id}: ${why}`]
  })
  return refused
}

/** A payable that begins with its boleto, slip or Pix code. */
const READ_CODE: TableAction = {
  label: 'Incluir por código (boleto ou Pix)',
  icon: 'tag',
  right: 'contas_pagar',
  whole: true,
  run: () => open('/ui/financeiro/contas_pagar/edit/new?ler=1'),
}

/** Receivables of another program; offered to who may. */
const IMPORT: TableAction = {
  label: 'Importar de arquivo',
  icon: 'upload',
  whole: true,
  run: () => open(IMPORT_PATH),
}
const IMPORT_PATH = '/ui/financeiro/contas_receber/importar'
const mayImport = (): boolean => mayEnter(rights.value, IMPORT_PATH)

/** Boletos of what the chosen receivables owe, all or none. */
const makeBoletos = (which: Choose): TableAction => ({
  label: 'Gerar boleto',
  right: 'remessa_retorno',
  reason: whyNotPayAll,
  run: async (rows) =>
    (await boletos()).makeBoletos(
      rows.map(({ id }) => id),
      () => which(rows),
    ),
})
const SHOW_BOLETOS: TableAction = {
  label: 'Ver os boletos',
  reason: (rows) => (rows.length === 1 ? undefined : 'Selecione uma conta.'),
  run: async ([row]) => {
    if (row !== undefined) open((await boletos()).boletosOf(row.id))
  },
}
const BOLETOS_PATH = '/ui/financeiro/boleto'
const receivableActions = (which: Choose): readonly TableAction[] => [
  makeBoletos(which),
  ...(mayEnter(rights.value, BOLETOS_PATH) ? [SHOW_BOLETOS] : []),
  ...(mayImport() ? [IMPORT] : []),
]

type Choose = (rows: readonly Row[]) => void

function actionsOf(
  side: Side,
  { pay, renegotiate, collect }: { readonly pay: Choose; readonly renegotiate: Choose; readonly collect: Choose },
): readonly TableAction[] {
  const single = (rows: readonly Row[]): string | undefined => (rows.length === 1 ? undefined : 'Selecione uma conta.')
  return [
    { label: 'Dar baixa', icon: 'check', right: `contas_${side}`, reason: whyNotPayAll, run: pay },
    {
      label: 'Consolidar em uma conta',
      right: `contas_${side}`,
      reason: (rows) =>
        rows.length === 0
          ? 'Nenhum registro selecionado'
          : rows.length < 2
            ? 'Selecione as contas a consolidar.'
            : whyNotPayAll(rows),
      run: (rows) => consolidate(side, rows),
    },
    {
      label: 'Renegociar',
      right: `contas_${side}`,
      reason: (rows) => (rows.length === 0 ? 'Nenhum registro selecionado' : whyNotPayAll(rows)),
      run: renegotiate,
    },
    ...(side === 'pagar' ? [READ_CODE] : receivableActions(collect)),
    {
      label: 'Abrir o documento de origem',
      icon: 'file',
      reason: (rows) =>
        single(rows) ?? (textOf(rows[0]?.documento_id) === '' ? 'Esta conta não veio de um documento.' : undefined),
      run: ([row]) => {
        if (row !== undefined) open(documentPath(row))
      },
    },
  ]
}

/** One title takes the balances of several. */
async function consolidate(side: Side, rows: readonly Row[]): Promise<void> {
  const total = sum(rows.map((row) => amountOf(row.vSaldo))).toFixed(2)
  const yes = await confirm({
    title: `Consolidar ${counted(rows.length, 'conta', 'contas')}?`,
    text: `Uma conta nova de ${formatMoney(total)} fica no lugar delas; o estorno desfaz.`,
    action: 'Consolidar',
  })
  if (!yes) return
  try {
    const body = { ids: rows.map((row) => row.id) }
    const answer = await confirmed(`financeiro/contas_${side}/consolida`, body, { title: 'Matriz e filiais' })
    if (answer === undefined) return
    announce(`contas_${side}`)
    if (isRecord(answer)) open(`/ui/financeiro/contas_${side}/edit/${textOf(answer.id)}`)
  } catch (error) {
    toast.error(error, 'Erro ao realizar a consolidação')
  }
}

function Contas({ side }: { readonly side: Side }): ReactElement {
  const [paying, setPaying] = useState<readonly Row[] | null>(null)
  const [agreeing, setAgreeing] = useState<readonly Row[] | null>(null)
  const [collecting, setCollecting] = useState<readonly Row[] | null>(null)
  const parts = useMemo(() => {
    const today = localToday()
    return {
      columns: columnsOf(side, today),
      views: viewsOf(side, today),
      actions: actionsOf(side, { pay: setPaying, renegotiate: setAgreeing, collect: setCollecting }),
    }
  }, [side])
  return (
    <>
      <ResourceTable
        resource={`financeiro/contas_${side}`}
        {...parts}
        sort={{ field: 'dVencimento', desc: false }}
        deletable={false}
        duplicate={(row) => duplicateTitle(side, row)}
        empty={EMPTY[side]}
      />
      {paying === null ? null : <PayDialog side={side} rows={paying} onClose={() => setPaying(null)} />}
      {agreeing === null ? null : <RenegotiateDialog side={side} rows={agreeing} onClose={() => setAgreeing(null)} />}
      {collecting === null ? null : <ChooseSetup rows={collecting} onClose={() => setCollecting(null)} />}
    </>
  )
}

const ContasReceber = (): ReactElement => <Contas side="receber" />
const ContasPagar = (): ReactElement => <Contas side="pagar" />

export const contasReceber = screen({
  path: '/ui/financeiro/contas_receber',
  title: 'Contas a Receber',
  area: 'Financeiro',
  right: 'contas_receber',
  component: ContasReceber,
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./title-form')).ReceivableForm), size: 'lg' },
    importar: {
      component: lazyModal(async () => (await import('./import-receivables')).ImportReceivables),
      size: 'lg',
    },
  },
})

export const contasPagar = screen({
  path: '/ui/financeiro/contas_pagar',
  title: 'Contas a Pagar',
  area: 'Financeiro',
  right: 'contas_pagar',
  component: ContasPagar,
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./title-form')).PayableForm), size: 'lg' } },
})
