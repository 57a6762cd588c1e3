import { orcamentoLifecycle } from '../../../core/lifecycle/orcamento'
import { vendaLifecycle } from '../../../core/lifecycle/venda'
import { whyNotNow } from '../../../core/lifecycle/lifecycle'
import type { ChipState } from '../../ui/chip'
import { getPath, isSet, textOf, type Values } from '../../ui/row'

export type DocumentKind = 'orcamento' | 'venda'

/** What the two documents call their parts. */
export interface DocumentNames {
  readonly kind: DocumentKind
  readonly title: string
  readonly path: string
  readonly right: string
  readonly lines: string
  readonly instalments: string
  readonly lineRoute: string
  /** Field of a line and of an instalment that names its document. */
  readonly link: string
  readonly the: string
}

export const DOCUMENTS: Readonly<Record<DocumentKind, DocumentNames>> = {
  orcamento: {
    kind: 'orcamento',
    title: 'Orçamento',
    path: '/ui/comercial/orcamento',
    right: 'venda_orcamento',
    lines: 'orcamento_mercadorias',
    instalments: 'orcamento_duplicatas',
    lineRoute: 'orcamento_mercadoria',
    link: 'orcamento_id',
    the: 'o orçamento',
  },
  venda: {
    kind: 'venda',
    title: 'Venda',
    path: '/ui/comercial/venda',
    right: 'venda',
    lines: 'venda_mercadorias',
    instalments: 'venda_duplicatas',
    lineRoute: 'venda_mercadoria',
    link: 'venda_id',
    the: 'a venda',
  },
}

const date = (value: unknown): string | null => (isSet(value) ? textOf(value) : null)

/** Why an action may not happen to this document now; undefined when it may. The server asks the same table. */
export function whyNot(kind: DocumentKind, row: Values, action: string): string | undefined {
  const dates = {
    dhFechamento: date(row.dhFechamento),
    dhFaturamento: date(row.dhFaturamento),
    dhCancelamento: date(row.dhCancelamento),
  }
  if (kind === 'orcamento') return whyNotNow(orcamentoLifecycle, dates, action)?.message
  const venda = {
    ...dates,
    dhBloqueio: date(row.dhBloqueio),
    dhConferencia: date(row.dhConferencia),
    movimenta_estoque: getPath(row, 'tipo_entrada_saida.movimenta_estoque') !== false,
  }
  return whyNotNow(vendaLifecycle, venda, action)?.message
}

const VENDA_CHIPS: Readonly<Record<string, ChipState>> = {
  0: { word: 'Aberta', hue: 'ambar' },
  1: { word: 'Bloqueada', hue: 'vermelho', mark: 'lock' },
  2: { word: 'Fechada', hue: 'azul', mark: 'half' },
  3: { word: 'Conferida', hue: 'indigo' },
  4: { word: 'Faturada', hue: 'verde', mark: 'check' },
  5: { word: 'Cancelada', hue: 'cinza', mark: 'dash' },
}

const ORCAMENTO_CHIPS: Readonly<Record<string, ChipState>> = {
  0: { word: 'Aberto', hue: 'ambar' },
  2: { word: 'Fechado', hue: 'azul', mark: 'half' },
  4: { word: 'Faturado', hue: 'verde', mark: 'check' },
  5: { word: 'Cancelado', hue: 'cinza', mark: 'dash' },
}

const CHIPS = { venda: VENDA_CHIPS, orcamento: ORCAMENTO_CHIPS } as const

/** State of a document by colour, word and shape. */
export function chipOf(kind: DocumentKind, row: Values): ChipState | null {
  return CHIPS[kind][textOf(row.status)] ?? null
}

/** The choices of the state column's filter. */
export function stateOptions(kind: DocumentKind): readonly { value: number; label: string }[] {
  return Object.entries(CHIPS[kind]).map(([value, { word }]) => ({ value: Number(value), label: word }))
}
