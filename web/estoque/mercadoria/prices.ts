import { mercadoriaPrecoFields } from '../../../core/fields/estoque/mercadoria'
import { fieldsOf } from '../../ui/fields-of'
import { CoreError } from '../../../core/errors'
import { type Decimal, decimal } from '../../../core/money/decimal'
import { priceRow } from '../../../core/pricing/price-row'
import { step90 } from '../../../core/pricing/tables'
import { readNumberField } from '../../../core/br/number'
import { amountOf, formatAmount, isAmount } from '../../ui/format'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { isSet, numberOf, textOf, type Values } from '../../ui/row'

const { line, lineTo } = fieldsOf(mercadoriaPrecoFields)

/** What prices are formed on: the average cost of the chosen company, else the register's cost. */
export function costOf(product: Values): number | string {
  const average = product.vCustoMedio
  return isAmount(average) && !decimal(average).isZero() ? average : amountOf(product.custo).toString()
}

const shown = (value: Decimal | null): number | null => (value === null ? null : Number(value.toString()))

const WRITABLE = ['pMargem', 'pMarkup', 'vUnTrib'] as const

/** Price, margin and markup of a row follow each other, by the core: what was written decides the others. */
export function linked(row: Line, written: readonly string[], product: Values): Line {
  const name = WRITABLE.find((one) => written.includes(one)) ?? 'vUnTrib'
  const basis = { custo: costOf(product), decimal_preco: numberOf(product.decimal_preco) ?? 2 }
  try {
    const next = decimal(basis.custo).isZero() ? null : priceRow(name, amountOf(row[name]), basis)
    if (next === null) return row
    return { ...row, vUnTrib: shown(next.vUnTrib), pMargem: shown(next.pMargem), pMarkup: shown(next.pMarkup) }
  } catch (error) {
    if (error instanceof CoreError) return row
    throw error
  }
}

export function stepPrice(text: string, direction: 'up' | 'down'): string {
  try {
    return formatAmount(step90(readNumberField(text) ?? 0, direction).toString())
  } catch (error) {
    if (error instanceof CoreError) return text
    throw error
  }
}

const TABLES: Values = { ativo: true }

export const priceColumns: readonly LineColumn[] = [
  lineTo('tabela_preco_id', 'comercial/tabela_preco', { where: TABLES }),
  line('vUnTrib', { width: 130, editable: true, stepper: stepPrice }),
  line('pMargem', { label: 'Margem %', decimals: 2, width: 120, editable: true }),
  line('pMarkup', { label: 'Markup %', decimals: 2, width: 120, editable: true }),
]

export const PRICES = 'mercadoria_precos'
export const SUPPLIERS = 'fornecedores'
export const EANS = 'eans_auxiliares'
export const BARCODES = 'codigos_barras'
/** What stands in for a component. */
export const SUBSTITUTES = 'substitutos'
export const AUXILIARY = 'unidades_auxiliares'

const SENT: Readonly<Record<string, readonly string[]>> = {
  [PRICES]: ['id', 'versao', 'tabela_preco_id', 'vUnTrib', 'pMargem', 'pMarkup'],
  [SUPPLIERS]: ['id', 'fornecedor_id', 'codigo', 'fatorConversao'],
  [EANS]: ['id', 'cEAN'],
  [BARCODES]: ['id', 'fornecedor_id', 'codigo', 'qTrib', 'qtdVariavel'],
  [AUXILIARY]: ['id', 'unidade_id', 'fator_conversao'],
  mercadoria_insumos: [
    'id',
    'mercadoria_insumo_id',
    'quantidade',
    'categoria',
    'pPerda',
    'tpPerda',
    'qDefasagem',
    'vCusto',
    SUBSTITUTES,
  ],
  mercadoria_etapas_producao: [
    'id',
    'n_ordem',
    'descricao',
    'centro_trabalho_id',
    'recurso_id',
    'qMinutosPreparo',
    'qMinutos',
  ],
}

const PRICE = ['tabela_preco_id', 'vUnTrib', 'pMargem', 'pMarkup'] as const

/** A price that nobody touched here: what a table's grid made of it meanwhile stays. */
function isUntouched(row: Values, record: Values | undefined): boolean {
  const before = linesOf(record?.[PRICES]).find((one) => isSet(one.id) && one.id === row.id)
  return before !== undefined && PRICE.every((name) => (row[name] ?? null) === (before[name] ?? null))
}

const sentSubstitutes = (rows: unknown): unknown =>
  rows === undefined
    ? undefined
    : linesOf(rows).map(({ id, mercadoria_id, fator, n_ordem }) => ({ id, mercadoria_id, fator, n_ordem }))

/** A product as it is sent; an empty cEAN is null, and a price goes in the version that it was seen in, or untouched. */
export function sentProduct(values: Values, record?: Values): Values {
  const lists = Object.entries(SENT).flatMap(([list, fields]) =>
    values[list] === undefined
      ? []
      : [
          [
            list,
            linesOf(values[list]).map((row) => {
              const told = list === PRICES && isUntouched(row, record) ? ['id'] : fields
              return Object.fromEntries(
                told.map((field) => [field, field === SUBSTITUTES ? sentSubstitutes(row[field]) : row[field]]),
              )
            }),
          ] as const,
        ],
  )
  return { ...values, cEAN: textOf(values.cEAN) === '' ? null : values.cEAN, ...Object.fromEntries(lists) }
}

export const hasPrice = (values: Values): boolean =>
  linesOf(values[PRICES]).some((row) => !decimal(amountOf(row.vUnTrib)).isZero())
