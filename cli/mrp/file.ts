import { requireDate, type CivilDate } from '../../core/br/civil-date'
import { tryDate } from '../../core/br/date-text'
import { CoreError } from '../../core/errors'
import { requirePlanInput } from '../../core/mrp/functions'
import { LOT_TYPES, type LotRule } from '../../core/mrp/lots'
import type { FirmOrder, PlanDemand, PlanInput, PlanItem } from '../../core/mrp/plan-input'
import type { BomLine } from '../../core/mrp/problem'
import { CsvReader } from '../../core/tabular/csv'
import { readDecimal } from '../../core/tabular/number'
import { bytesOf } from '../core-stream'
import { refused } from '../exit'

interface Horizon {
  readonly start: CivilDate
  readonly days: number
}

const MAX_BYTES = 512 * 1024 * 1024

/** Reads what is to be planned: JSON when it begins with `{`, else CSV. What cannot be is refused with its line. */
export async function planFile(file: string | undefined, horizon: Horizon): Promise<PlanInput> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of bytesOf(file)) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw refused('O arquivo passa de 512 MB.')
    text += decoder.decode(chunk, { stream: true })
  }
  text += decoder.decode()
  try {
    return /^\s*\{/.test(text) ? fromJson(text, horizon) : fromCsv(text, horizon)
  } catch (error) {
    if (error instanceof CoreError) throw refused(error.message)
    throw error
  }
}

/** The input of `mrp.plan`, checked as it checks it; start and days may be left to the options. */
function fromJson(text: string, horizon: Horizon): PlanInput {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused('O arquivo não é um JSON válido.')
  }
  if (typeof value !== 'object' || value === null) throw refused('O arquivo não é um objeto JSON.')
  return requirePlanInput({ ...horizon, ...value })
}

interface Rows {
  readonly items: Map<string, PlanItem>
  readonly bom: BomLine[]
  readonly demands: PlanDemand[]
  readonly orders: FirmOrder[]
}

type Cells = ReadonlyMap<string, string>

function fromCsv(text: string, horizon: Horizon): PlanInput {
  const reader = new CsvReader()
  const [head, ...records] = [...reader.push(text), ...reader.end()]
  const names = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  for (const wanted of ['tipo', 'item'])
    if (!names.includes(wanted)) throw refused(`Linha 1: falta a coluna '${wanted}'. Veja: prumo mrp plan --help`)
  const rows: Rows = { items: new Map(), bom: [], demands: [], orders: [] }
  for (const { line, cells } of records) {
    const named = new Map(names.map((name, at) => [name, (cells[at] ?? '').trim()]))
    try {
      take(rows, named, horizon.start)
    } catch (error) {
      if (error instanceof CoreError) throw refused(`Linha ${line}: ${error.message}`)
      throw error
    }
  }
  const { items, bom, demands, orders } = rows
  return { ...horizon, items: [...items.values()], bom, demands, orders, arrivals: 'possible' }
}

function take({ items, bom, demands, orders }: Rows, row: Cells, today: CivilDate): void {
  const item = row.get('item') ?? ''
  if (item === '' || item.length > 200) throw new CoreError('invalid_item', 'falta o código do item.')
  // An item that is only mentioned is planned with the defaults.
  if (!items.has(item)) items.set(item, { code: item })
  const dated = () => ({
    ...(row.get('id') ? { id: row.get('id') } : {}),
    item,
    date: dateOf(row, today),
    quantity: required(row, 'quantidade'),
  })
  switch ((row.get('tipo') ?? '').toLowerCase()) {
    case 'item':
      items.set(item, itemOf(item, row))
      break
    case 'componente': {
      const child = row.get('componente') ?? ''
      if (child === '') throw new CoreError('invalid_bom', 'falta o código do componente.')
      if (!items.has(child)) items.set(child, { code: child })
      bom.push({ parent: item, child, qty: required(row, 'quantidade'), scrap: (amount(row, 'perda') ?? 0) / 100 })
      break
    }
    case 'demanda':
      demands.push(dated())
      break
    case 'ordem':
      orders.push(dated())
      break
    default:
      throw new CoreError(
        'invalid_kind',
        `tipo '${(row.get('tipo') ?? '').slice(0, 30)}': use item, componente, demanda ou ordem.`,
      )
  }
}

const SOURCES: Readonly<Record<string, 'buy' | 'make'>> = { comprar: 'buy', produzir: 'make' }

function itemOf(code: string, row: Cells): PlanItem {
  const good = amount(row, 'rendimento')
  return {
    code,
    onHand: amount(row, 'estoque'),
    leadTime: amount(row, 'prazo'),
    leadTimeIn: /^(s|sim|1|x)$/i.test(row.get('uteis') ?? '') ? 'working' : 'calendar',
    safetyStock: amount(row, 'seguranca'),
    lot: lotOf(row),
    yield: good === undefined ? undefined : good / 100,
    decimals: amount(row, 'decimais'),
    source: SOURCES[(row.get('acao') ?? '').toLowerCase()],
  }
}

function lotOf(row: Cells): LotRule | undefined {
  const wanted = (row.get('regra') ?? '').toUpperCase() || 'L4L'
  const type = LOT_TYPES.find((one) => one === wanted)
  if (type === undefined) throw new CoreError('invalid_lot', `não há regra de lote '${wanted.slice(0, 20)}'.`)
  return {
    type,
    qty: amount(row, 'lote'),
    min: amount(row, 'minimo'),
    mult: amount(row, 'multiplo'),
    max: amount(row, 'maximo'),
    periods: amount(row, 'dias_lote'),
  }
}

/** `1.234` is a thousand and more, `12.5` and `12,5` are twelve and a half. */
const BRAZILIAN = { commas: 1, points: 0 }

function amount(row: Cells, name: string): number | undefined {
  const text = row.get(name) ?? ''
  if (text === '') return undefined
  return Number(readDecimal(text, BRAZILIAN))
}

function required(row: Cells, name: string): number {
  const value = amount(row, name)
  if (value === undefined) throw new CoreError('invalid_quantity', `falta '${name}'.`)
  return value
}

function dateOf(row: Cells, today: CivilDate): CivilDate {
  const text = row.get('data') ?? ''
  const date = /^\d{4}-/.test(text) ? requireDate(text) : tryDate(text, today)
  if (date === null || text === '') throw new CoreError('invalid_date', `data inválida: '${text.slice(0, 30)}'.`)
  return date
}
