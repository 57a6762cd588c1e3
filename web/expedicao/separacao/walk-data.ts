import { isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { separacaoVendaFields } from '../../../core/fields/expedicao/separacao'
import { sum } from '../../../core/money/decimal'
import { fieldsOf } from '../../ui/fields-of'
import { counted, formatDate, formatQuantity } from '../../ui/format'

/** Something to be fetched, as the screen shows it. */
export interface Task {
  readonly id: number
  readonly document: number
  readonly place: number
  readonly local: string
  readonly mercadoria_id: number
  readonly xProd: string
  readonly un: string
  /** Codes that the device knows it by while the server is away. */
  readonly codes: readonly string[]
  readonly lot: string
  readonly rest: number
  readonly qTrib: number
  readonly boxes: string
  readonly posicao: number
  /** Whom it is for, and by which document. */
  readonly forWhom: string
  readonly motivo: string
  readonly done: boolean
  readonly cancelled: boolean
  readonly toPutBack: boolean
}

/** A document of the walk, and the boxes that it leaves in. */
export interface Parcel {
  readonly id: number
  readonly posicao: number
  readonly name: string
  readonly obs: string
  readonly volumes: number
  readonly weights: ReadonlyMap<number, number>
  /** The pallets that its boxes stand on, by their codes. */
  readonly pallets: readonly string[]
}

export interface Walk {
  readonly tasks: readonly Task[]
  readonly parcels: readonly Parcel[]
}

const document = fieldsOf(separacaoVendaFields)
const nameOf = (row: Row): string =>
  [`${document.word('documento', row.documento)} ${textOf(row.documento_id)}`, textOf(row.xNome)]
    .filter(Boolean)
    .join(' · ')

function taskOf(row: Row): Task {
  const lot = textOf(row.nLote)
  const cancelled = row.cancelado === true
  return {
    id: Number(row.id),
    document: Number(row.separacao_venda_id),
    place: Number(row.armazenamento_id),
    local: textOf(row.local),
    mercadoria_id: Number(row.mercadoria_id),
    xProd: textOf(row.xProd),
    un: textOf(row.un),
    codes: [textOf(row.cEAN), textOf(row.codigo)].filter(Boolean),
    lot: lot === '' ? '' : `Lote ${lot}${isSet(row.dVal) ? `, vence em ${formatDate(row.dVal)}` : ''}`,
    rest: numberOf(row.resta) ?? 0,
    qTrib: numberOf(row.qTrib) ?? 0,
    boxes: textOf(row.caixas),
    posicao: numberOf(row.posicao) ?? 1,
    forWhom: nameOf(row),
    motivo: textOf(row.motivo),
    done: row.separado === true,
    cancelled,
    toPutBack: cancelled && row.guardado !== true && (numberOf(row.qSeparada) ?? 0) > 0,
  }
}

const boxesTold = (row: Row): readonly Values[] => (Array.isArray(row.pesos) ? row.pesos.filter(isRecord) : [])

const parcelOf = (row: Row): Parcel => ({
  id: Number(row.id),
  posicao: numberOf(row.posicao) ?? 1,
  name: nameOf(row),
  obs: textOf(row.obs),
  volumes: numberOf(row.volumes) ?? 1,
  pallets: [...new Set(boxesTold(row).map((one) => textOf(one.unitizador)))].filter((one) => one !== ''),
  weights: new Map(
    boxesTold(row).flatMap((one) => {
      const weight = numberOf(one.peso)
      return weight === null ? [] : [[Number(one.nVolume), weight] as const]
    }),
  ),
})

/** What the server tells of an order's walk; null before its answer. */
export const readWalk = (answer: unknown): Walk | null =>
  isRecord(answer)
    ? { tasks: rowsOf(answer.tarefas).map(taskOf), parcels: rowsOf(answer.documentos).map(parcelOf) }
    : null

/** What is still to be fetched: first what lies where one stands, then in the order of the walk. */
export function openTasks({ tasks }: Walk, here: number | null): readonly Task[] {
  const open = tasks.filter((one) => !one.done && !one.cancelled)
  return [...open.filter((one) => one.place === here), ...open.filter((one) => one.place !== here)]
}

/** What is taken from one place with one hand: the same goods of the same lot, for whichever documents. */
export interface Grip {
  readonly key: string
  readonly first: Task
  readonly rest: number
  readonly tasks: readonly Task[]
}

/** Tasks as grips, in their order. */
export function grips(tasks: readonly Task[]): readonly Grip[] {
  const groups = Map.groupBy(tasks, (one) => `${one.place}/${one.mercadoria_id}/${one.lot}/${one.motivo}`)
  return [...groups].flatMap(([key, some]) => {
    const [first] = some
    return first ? [{ key, first, rest: Number(sum(some.map((one) => String(one.rest))).toFixed(4)), tasks: some }] : []
  })
}

/** Into which boxes of the trolley goods go: `Caixa 2 · Venda 7 · Maria`, or `10 caixas`. */
export const boxesOf = ({ tasks, first }: Grip): string =>
  tasks.length === 1
    ? `Caixa ${first.posicao} · ${first.forWhom}`
    : `${counted(tasks.length, 'caixa', 'caixas')}: ${tasks
        .slice(0, MOST_BOXES)
        .map((one) => `${formatQuantity(one.rest, 4)} na ${one.posicao}`)
        .join(', ')}${tasks.length > MOST_BOXES ? '…' : ''}`

const MOST_BOXES = 12

/** How many items are left, or that none is. */
export function leftText({ restam }: Values, none: string): string {
  const left = numberOf(restam) ?? 0
  return left === 0 ? none : left === 1 ? 'Falta 1 item.' : `Faltam ${left} itens.`
}

/** A quantity with its unit: `3 UN`. */
export const amountText = (quantity: number, un: string): string => `${formatQuantity(quantity, 4)} ${un}`.trim()
