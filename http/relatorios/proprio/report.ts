import { listPath, pathOf } from '../../../core/access'
import { type FieldMeta, wordOf, yesNo } from '../../../core/fields/field'
import type { Ctx } from '../../platform/context'
import { groups, type Group } from '../../platform/engine/groups'
import { wholeList } from '../../platform/engine/list'
import { namesCompany, type QueryParams } from '../../platform/engine/query'
import { wholeTotals } from '../../platform/engine/totals'
import { forbidden } from '../../platform/errors'
import type { OfferedColumn } from '../../platform/export/columns'
import type { Resource, Row } from '../../platform/resource'
import { cellText } from '../cells'
import { listAddress } from '../drill'
import { CSV_LIMIT } from '../outputs'
import { type CellKind, type Report, report, type ReportColumn, type ReportValues } from '../report'
import { type Compiled, compiled, type Definition, isTime, readDefinition } from './definition'
import { inWords } from './in-words'

/** Reports that people put together, as the launcher and its outputs take any other. */

/** Where they stand in its list. */
export const CATEGORY = 'Próprios'
const PREFIX = 'proprio_'

/** The name that a stored report goes by among all reports. */
export const ownName = (id: unknown): string => `${PREFIX}${String(id)}`

/** The number of the stored report that a name is of. */
export const idOfName = (name: string): string | undefined => /^proprio_(\d{1,10})$/.exec(name)?.[1]

/** What a report shows where it is gathered: its groups, unless its rows are asked for. */
const CONTENT = 'conteudo'
const CONTENTS = [
  { value: 'grupos', label: 'Grupos' },
  { value: 'linhas', label: 'Linhas' },
] as const

/** A stored report for its reader now, or its rows where they are asked for by `conteudo`. Throws 403, 422 as `compiled` does. */
export async function ownReport(ctx: Ctx, record: Row, content: string | undefined): Promise<Report> {
  const given = readDefinition(record)
  const found = await compiled(ctx, given)
  if (found.columns.length === 0) throw forbidden('Você não pode ver nenhuma das colunas deste relatório.')
  const about = {
    rel_name: ownName(record.id),
    title: String(record.nome),
    description: String(record.descricao ?? ''),
    category: CATEGORY,
    rights: [found.resource.right],
    wide: given.orientacao === 'L',
    told: (asking: Ctx) => inWords(asking, found, given),
  }
  if (!found.group) return report({ ...about, filters: {}, ...rowsOf(found) })
  const filters = {
    [CONTENT]: { kind: 'choice', label: 'Conteúdo', options: CONTENTS, initial: 'grupos' },
  } as const
  const shown = content === 'linhas' ? rowsOf(found) : groupsOf(found, found.group, given)
  return report({ ...about, filters, ...shown })
}

type Shown = Pick<Report, 'columns' | 'query' | 'foot' | 'drill' | 'chart'>

/** A list of one company: that in whose name it is printed, unless the report says otherwise. */
function inCompany({ params, resource }: Compiled, empresa_id: number): QueryParams {
  if (resource.company !== 'own' || namesCompany(params.where)) return params
  const where: object = JSON.parse(params.where ?? '{}')
  return { ...params, where: JSON.stringify({ ...where, empresa_id }) }
}

function rowsOf(found: Compiled): Shown {
  const { resource, columns, sums } = found
  return {
    columns: columns.map((one) => ({ ...cellOf(one), ...(isAdded(one, sums) ? { sum: true } : {}) })),
    query: (ctx, { empresa_id }) => wholeList(ctx, resource, inCompany(found, empresa_id), CSV_LIMIT + 1),
    foot: async (ctx, { empresa_id }) => {
      if (sums.length === 0) return undefined
      const told = await wholeTotals(ctx, resource, inCompany(found, empresa_id))
      return columns.map((one, at) =>
        sums.includes(one) ? sumText(one, told.sums[one.field]) : at === 0 ? `Total (${told.total})` : '',
      )
    },
    drill: ({ id }) => screenOr(pathOf(resource.name, Number(id))),
  }
}

/** Money is added to money; quantities are told unit by unit, never added to each other. */
const isAdded = (one: OfferedColumn, sums: readonly OfferedColumn[]): boolean =>
  sums.includes(one) && one.meta?.unitOf === undefined

const screenOr = (address: string): string => (address.startsWith('/404') ? '' : address)

function groupsOf(found: Compiled, group: NonNullable<Compiled['group']>, { grafico }: Definition): Shown {
  const { resource, sums } = found
  const { field, meta } = group
  const label = isTime(meta) ? `${meta.label}: mês` : meta.label
  const columns: readonly ReportColumn[] = [
    { field: 'nome', label, kind: 'text' },
    { field: 'registros', label: 'Registros', kind: 'integer', sum: true },
    ...sums.map((one): ReportColumn =>
      isAdded(one, sums) ? { ...cellOf(one), sum: true } : { field: one.as, label: one.label, kind: 'code' },
    ),
  ]
  const money = sums.find((one) => isAdded(one, sums))
  return {
    columns,
    query: async (ctx, { empresa_id }) => {
      const { data } = await groups(ctx, resource, { ...inCompany(found, empresa_id), por: field })
      const rows = data.map((one) => groupRow(one, meta, sums))
      // Months as they went by; all else by what is most.
      return isTime(meta) ? rows.toReversed() : rows
    },
    foot: async (ctx, { empresa_id }) => {
      const { total, sums: told } = await wholeTotals(ctx, resource, inCompany(found, empresa_id))
      return [
        'Total',
        cellText({ field: 'n', label: '', kind: 'integer' }, { n: total }),
        ...sums.map((one) => sumText(one, told[one.field])),
      ]
    },
    drill: (row) => screenOr(groupAddress(resource, group, row.valor)),
    ...(grafico === 'nenhum' ? {} : { chart: chartOf(found, grafico, money) }),
  }
}

function chartOf(found: Compiled, grafico: string, money: OfferedColumn | undefined): NonNullable<Report['chart']> {
  const about = { name: 'nome', value: money?.as ?? 'registros' }
  if (grafico !== 'pizza') return grafico === 'linha' ? { ...about, shape: 'linha' } : about
  const whole = async (ctx: Ctx, { empresa_id }: ReportValues) => {
    const { total, sums } = await wholeTotals(ctx, found.resource, inCompany(found, empresa_id))
    const told = money && sums[money.field]
    return money ? (typeof told === 'number' ? told : 0) : total
  }
  return { ...about, shape: 'pizza', whole }
}

function groupRow({ valor, objeto, registros, sums }: Group, meta: FieldMeta, columns: readonly OfferedColumn[]): Row {
  return {
    valor,
    nome: groupText(meta, valor, objeto),
    registros,
    ...Object.fromEntries(
      columns.map((one) => [one.as, isMoney(one) ? sums[one.field] : sumText(one, sums[one.field])]),
    ),
  }
}

const isMoney = ({ meta }: OfferedColumn): boolean => meta?.unitOf === undefined

/** What a group is called. */
export function groupText(meta: FieldMeta, value: unknown, object: Row | undefined): string {
  if (value === null || value === undefined) return '(vazio)'
  if (object)
    return (
      Object.entries(object).flatMap(([name, one]) => (name === 'id' || !one ? [] : [String(one)]))[0] ??
      `nº ${String(value)}`
    )
  if (isTime(meta)) return String(value).split('-').toReversed().join('/')
  if (meta.kind === 'boolean') return yesNo(value === true || value === 'true')
  return wordOf(meta, value) ?? String(value)
}

/** The list of a group, where its screen has one: of a month, from its first to its last day. */
function groupAddress(resource: Resource, { field, meta }: NonNullable<Compiled['group']>, value: unknown): string {
  const path = listPath(resource.name)
  if (value === null || value === undefined) return listAddress(path, { [field]: '(vazio)' })
  if (!isTime(meta)) return listAddress(path, { [field]: String(value) })
  const [year, month] = String(value).split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10)
  return listAddress(path, { [field]: `${String(value)}-01..${last}` })
}

interface UnitSum {
  readonly unidade: string
  readonly soma: unknown
}

const areUnits = (value: unknown): value is readonly UnitSum[] => Array.isArray(value)

/** A sum as it is read: money, or `10 UN · 5 KG`. */
function sumText(one: OfferedColumn, value: unknown): string {
  if (!areUnits(value)) return cellText({ ...cellOf(one), sum: true }, { [one.as]: value })
  const column: ReportColumn = { field: 'soma', label: '', kind: 'quantity' }
  return value.map((part) => `${cellText(column, { soma: part.soma })} ${part.unidade}`.trim()).join(' · ')
}

/** A column of a list's query as a report reads it. */
function cellOf({ as, label, meta, kind }: OfferedColumn): ReportColumn {
  const right = meta?.right === undefined ? {} : { right: meta.right }
  return {
    field: as,
    label,
    ...right,
    ...(meta ? { meta, kind: cellKind(meta) } : { kind: kind === 'text' ? 'text' : 'code' }),
  }
}

const AMOUNTS: Readonly<Record<string, CellKind>> = { money: 'money', percent: 'percent' }

/** What stands in a cell: amounts and dates as any report has them, all else as its field says. */
function cellKind({ kind, format, words, decimals = 2, ref }: FieldMeta): CellKind {
  if (kind === 'decimal' && format !== 'fraction' && decimals <= 4)
    return decimals === 2 ? (AMOUNTS[format ?? 'money'] ?? 'money') : 'quantity'
  if (kind === 'date' || kind === 'datetime') return kind
  if (kind === 'ref' || ref !== undefined || format === 'serial') return 'code'
  if (kind === 'integer' && words === undefined) return 'integer'
  return kind === 'text' && words === undefined && format === undefined ? 'text' : 'field'
}
