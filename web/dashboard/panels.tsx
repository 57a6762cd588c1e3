import type { ReactElement, ReactNode } from 'react'
import { pathOf } from '../../core/access'
import { COLLECTION_STEPS } from '../../core/settlement/collection'
import { Go } from '../app/go'
import { BarChart } from '../ui/chart'
import { counted, formatDate, formatMoney, formatQuantity } from '../ui/format'
import { EmptyState } from '../ui/pieces'
import { getPath, isRecord, numberOf, rowsOf, textOf, type Values } from '../ui/row'
import type { GroupName } from './figures'

/** Height of the charts in px: that of the lists beside them. */
const CHART = 208
const STEPS: Readonly<Record<string, string>> = COLLECTION_STEPS
const LOW_STOCK = '/ui/estoque/mercadoria?visao=Estoque+baixo'

const listIn = (panel: Values, key: string): readonly Values[] | null => {
  const value = panel[key]
  return Array.isArray(value) ? value.filter((one) => isRecord(one)) : null
}
const amounts = (rows: readonly Values[], field: string): readonly number[] =>
  rows.map((row) => numberOf(row[field]) ?? 0)
const dayNames = (rows: readonly Values[]): readonly string[] => rows.map(({ dia }) => formatDate(dia).slice(0, 5))

/** What stands where there is nothing to draw yet: how it begins. */
function FirstStep({
  title,
  text,
  to,
  action,
}: Readonly<Record<'title' | 'text' | 'to' | 'action', string>>): ReactElement {
  return (
    <section className="panel panel-wide first-step">
      <h3>{title}</h3>
      <p>{text}</p>
      <Go to={to} className="link">
        {action}
      </Go>
    </section>
  )
}

const nothing = (rows: readonly Values[], ...fields: readonly string[]): boolean =>
  rows.every((row) => fields.every((field) => (numberOf(row[field]) ?? 0) === 0))

interface BarsProps {
  readonly title: string
  readonly items: readonly {
    readonly key: string
    readonly name: string
    readonly to: string
    readonly value: number
    readonly note: string
  }[]
  readonly empty: string
  readonly bad?: boolean
}

/** Names with a bar as long as their amount: a list to read, each line a link. */
function Bars({ title, items, empty, bad = false }: BarsProps): ReactElement {
  const top = Math.max(...items.map(({ value }) => value), 1)
  return (
    <section className="panel">
      <h3>{title}</h3>
      {items.length === 0 ? <EmptyState text={empty} /> : null}
      <ul className={bad ? 'bars bars-bad' : 'bars'}>
        {items.map(({ key, name, to, value, note }) => (
          <li key={key}>
            <Go to={to} className="bar">
              <span className="bar-name">{name}</span>
              <b>{formatMoney(value)}</b>
              <i className="bar-fill" style={{ '--share': `${(100 * value) / top}%` }} aria-hidden="true" />
              <small>{note}</small>
            </Go>
          </li>
        ))}
      </ul>
    </section>
  )
}

function salesPanels(panel: Values): readonly ReactNode[] {
  const days = listIn(panel, 'vendas_periodo')
  const sellers = listIn(panel, 'vendas_vendedores')
  if (days === null || sellers === null) return []
  const items = sellers.map((seller) => {
    const name = textOf(seller.nome)
    const filter = seller.id === null ? '' : `&f.vendedor_id=${textOf(seller.id)}`
    return {
      key: textOf(seller.id) || 'sem',
      name,
      to: `/ui/comercial/venda?visao=%C3%9Altimos+30+dias${filter}`,
      value: numberOf(seller.vTotal) ?? 0,
      note: counted(numberOf(seller.qtd) ?? 0, 'venda', 'vendas'),
    }
  })
  const chart = nothing(days, 'vTotal') ? (
    <FirstStep
      key="dias"
      title="Vendas por dia"
      text="Nenhuma venda em 30 dias. O gráfico começa com a primeira."
      to="/ui/comercial/venda/edit/new"
      action="Fazer uma venda"
    />
  ) : (
    <section key="dias" className="panel panel-wide">
      <BarChart
        title="Vendas por dia"
        names={dayNames(days)}
        series={[{ label: 'Vendas', tone: 'primary', values: amounts(days, 'vTotal') }]}
        format={formatMoney}
        height={CHART}
      />
    </section>
  )
  return [
    chart,
    <Bars key="vendedores" title="Quem mais vendeu em 30 dias" items={items} empty="Nenhuma venda em 30 dias" />,
  ]
}

function late(panel: Values, kind: 'receber' | 'pagar'): ReactNode {
  const brackets = listIn(panel, `${kind}_faixas`)
  if (brackets === null) return null
  const items = brackets
    .filter(({ qtd }) => (numberOf(qtd) ?? 0) > 0)
    .map((bracket) => ({
      key: textOf(bracket.nome),
      name: textOf(bracket.nome),
      to: `/ui/financeiro/contas_${kind}?visao=${encodeURIComponent(textOf(bracket.nome))}`,
      value: numberOf(bracket.vTotal) ?? 0,
      note: counted(numberOf(bracket.qtd) ?? 0, 'título', 'títulos'),
    }))
  const title = kind === 'receber' ? 'Atraso dos clientes' : 'Nosso atraso'
  return <Bars key={kind} title={title} items={items} empty="Nada vencido" bad />
}

/** Whom to collect from, with what is done next. */
function collection(panel: Values): ReactNode {
  const customers = listIn(panel, 'cobrar_quem')
  if (customers === null || customers.length === 0) return null
  const items = customers.map((one) => ({
    key: textOf(one.cliente_id),
    name: textOf(one.nome),
    to: '/ui/financeiro/cobranca',
    value: numberOf(one.total) ?? 0,
    note: `${counted(numberOf(one.dias) ?? 0, 'dia', 'dias')} · ${STEPS[textOf(one.passo)] ?? ''}`,
  }))
  return <Bars key="cobranca" title="Quem cobrar agora" items={items} empty="" bad />
}

function financePanels(panel: Values): readonly ReactNode[] {
  const cash = listIn(panel, 'caixa')
  const chart =
    cash === null ? null : nothing(cash, 'entra', 'sai') ? (
      <FirstStep
        key="caixa"
        title="A receber e a pagar nos próximos 14 dias"
        text="Nada vence nos próximos 14 dias. O que se vende e o que se compra a prazo aparece aqui."
        to="/ui/financeiro/contas_receber"
        action="Ver as contas a receber"
      />
    ) : (
      <section key="caixa" className="panel panel-wide">
        <BarChart
          title="A receber e a pagar nos próximos 14 dias"
          names={dayNames(cash)}
          series={[
            { label: 'A receber', tone: 'ok', values: amounts(cash, 'entra') },
            { label: 'A pagar', tone: 'danger', values: amounts(cash, 'sai') },
          ]}
          format={formatMoney}
          height={CHART}
        />
      </section>
    )
  const arrears = [late(panel, 'receber'), late(panel, 'pagar')].filter((one) => one !== null)
  const customers = collection(panel)
  return [
    chart === null && customers === null ? null : (
      <Stack key="caixa" isWide={chart !== null}>
        {chart}
        {customers}
      </Stack>
    ),
    arrears.length === 0 ? null : <Stack key="atrasos">{arrears}</Stack>,
  ].filter((one) => one !== null)
}

function Stack({
  isWide = false,
  children,
}: {
  readonly isWide?: boolean
  readonly children: ReactNode
}): ReactElement {
  return <div className={isWide ? 'panel-stack panel-wide' : 'panel-stack'}>{children}</div>
}

function stockPanels(panel: Values): readonly ReactNode[] {
  if (panel.estoque_baixo === undefined) return []
  const items = rowsOf(getPath(panel, 'estoque_baixo.itens'))
  const count = numberOf(getPath(panel, 'estoque_baixo.qtd')) ?? 0
  return [
    <section key="baixo" className="panel panel-wide">
      <h3>
        <Go to={LOW_STOCK}>{`Estoque baixo: ${counted(count, 'produto', 'produtos')}`}</Go>
      </h3>
      {items.length === 0 ? <EmptyState text="Nenhum produto abaixo do mínimo" /> : null}
      <ul className="low-stock">
        {items.map((item) => (
          <li key={item.id}>
            <Go to={pathOf('mercadoria', item.id)}>{textOf(item.xProd)}</Go>
            <b>{`${formatQuantity(item.q_disp)} de ${formatQuantity(item.q_minimo)} ${textOf(item.un)}`}</b>
          </li>
        ))}
      </ul>
    </section>,
  ]
}

/** Rules that will hold soon, and a certificate that ends: what is to be done before. */
function fiscalPanels(panel: Values): readonly ReactNode[] {
  const rules = listIn(panel, 'fiscal_regras') ?? []
  const days = numberOf(getPath(panel, 'fiscal_certificado.dias'))
  const notices = [
    ...(days === null
      ? []
      : [
          {
            key: 'certificado',
            title: 'Certificado digital',
            text: days < 0 ? 'Venceu: nada se emite até enviar outro.' : `Vence em ${counted(days, 'dia', 'dias')}.`,
            when: '',
          },
        ]),
    ...rules.map((rule) => ({
      key: textOf(rule.titulo),
      title: textOf(rule.titulo),
      text: `${textOf(rule.texto)} (${textOf(rule.fonte)})`,
      when: formatDate(rule.dia),
    })),
  ]
  if (notices.length === 0) return []
  return [
    <section key="regras" className="panel panel-wide">
      <h3>O que vai mudar</h3>
      <ul className="low-stock">
        {notices.map(({ key, title, text, when }) => (
          <li key={key}>
            <span>
              {title}
              <small>{text}</small>
            </span>
            <b>{when}</b>
          </li>
        ))}
      </ul>
    </section>,
  ]
}

/** What a group shows beside its figures; nothing of what the server left out. */
export function panelsOf(group: GroupName, panel: Values): readonly ReactNode[] {
  if (group === 'vendas') return salesPanels(panel)
  if (group === 'financeiro') return financePanels(panel)
  if (group === 'fiscal') return fiscalPanels(panel)
  return group === 'estoque' ? stockPanels(panel) : []
}
