import { gtin14 } from '../../../core/br/gtin'
import { readCode } from '../../../core/receiving/reading'
import { formatQuantity, localToday } from '../../ui/format'
import { textOf, type Values } from '../../ui/row'
import type { Call } from '../../ui/scan/device-queue'
import type { Outcome } from '../../ui/scan/last-reading'
import type { Read } from '../../ui/scan/undo'
import { type Question as Asked, type Readings, useReadings } from '../../ui/scan/use-readings'
import { useLoaded } from '../../ui/use-loaded'
import { useTurns } from '../read-place'
import { readings } from './queue'
import { answeredItem, type Item, type Reading, readTold, type Told } from './told'
import type { Shelves } from './use-shelves'

export type About = 'lot' | 'quantity' | 'unknown' | 'again'
export type Question = Asked<About>

export interface Receiving extends Omit<Readings<About>, 'undo' | 'send' | 'begin' | 'tell'> {
  readonly told: Told | null
  readonly scan: (code: string, quantity: string | null) => void
  /** Takes off a reading, or the last one of this person's. */
  readonly undo: (reading?: Reading) => void
}

const ABOUT: Readonly<Record<string, About>> = {
  asks_lot: 'lot',
  no_lot: 'lot',
  asks_quantity: 'quantity',
  unknown_code: 'unknown',
  label_again: 'again',
}

/** What a parked reading needs. Where what was said of it was refused, it is asked anew. */
export function aboutOf({ code = '', answer }: Pick<Call, 'code' | 'answer'>): About | undefined {
  if (code !== 'validation') return ABOUT[code]
  return answer?.solicitaLote === true ? 'lot' : answer?.solicitaQuantidade === true ? 'quantity' : undefined
}

/** Whose a code is, as far as this device knows: what it says while the server is away. */
function knownBy(items: readonly Item[], code: string): Item | undefined {
  const read = readCode(code, localToday())
  const codes = read.kind === 'goods' ? read.codes.map((one) => gtin14(one.code)) : []
  return items.find((item) => item.codigos.some((one) => codes.includes(gtin14(one))))
}

/** What one reading counts for its item, in words: `3 UN · 7 de 10`. */
const standing = ({
  un,
  qRecebida,
  qNota,
}: {
  readonly un: string
  readonly qRecebida: number
  readonly qNota: number
}) => {
  const left = qNota - qRecebida
  const rest =
    left > 0 ? `faltam ${formatQuantity(left, 4)}` : left < 0 ? `${formatQuantity(-left, 4)} a mais` : 'completo'
  return `${[formatQuantity(qRecebida, 4), 'de', formatQuantity(qNota, 4), un].filter(Boolean).join(' ')} · ${rest}`
}

/** What was read, in the other unit of its item. */
const boxes = ({ qAuxiliar, unAuxiliar }: ReturnType<typeof answeredItem>): readonly string[] =>
  qAuxiliar === null ? [] : [`lido: ${formatQuantity(qAuxiliar, 4)} ${unAuxiliar}`]

function countedAs(_: Call, answer: Values): Outcome {
  const item = answeredItem(answer)
  if (item.isUnit && item.qNota === 0)
    return {
      sound: 'ok',
      word: 'Aberto',
      title: item.xProd,
      text: 'Nada está nele ainda: ponha as etiquetas dos volumes.',
    }
  return {
    sound: 'ok',
    ...(item.avisos.length === 0 ? {} : { word: 'Contado: confira' }),
    title: item.xProd,
    text: [standing(item), ...boxes(item), ...item.avisos].join(' · '),
    quantity: `${item.qTrib < 0 ? '−' : '+'}${formatQuantity(Math.abs(item.qTrib), 4)}`,
  }
}

function waitsAs(items: readonly Item[], { body, text, answer }: Read & Pick<Call, 'answer'>) {
  if (body.code === undefined) return { sound: 'ok', title: text } as const
  const name = textOf(answer?.xProd) || knownBy(items, textOf(body.code))?.xProd
  return name ? ({ sound: 'ok', title: name } as const) : ({ sound: 'ask', title: text } as const)
}

const readOf = ({ chave, xProd }: Reading): Read => ({ key: chave, body: {}, text: xProd })

/** Reading the goods of an entry, into the shelf that was read or chosen. */
export function useReceiving(id: number, { here, onShelf, shelfRead }: Shelves): Receiving {
  const told = readTold(useLoaded(`entrada/${id}/conferencia`, 'entrada'))
  const own = `entrada/${id}/`
  const items = told?.itens ?? []
  const byHand = new Set(items.map((item) => `entrada_mercadoria/${item.id}/addQtdeVolume`))
  const machine = useReadings<About>({
    calls: readings,
    isMine: ({ path }) => path.startsWith(own) || byHand.has(path),
    aboutOf,
    isUrgent: () => true,
    countedAs,
    waitsAs: (call) => waitsAs(items, call),
    offBy: ({ key }) => ({ path: `${own}desfazLeitura`, body: { leitura: key } }),
    before: told?.minhas.map(readOf).toReversed() ?? [],
  })
  const { tell, send, begin: _, say, undo, ...shown } = machine
  const inTurn = useTurns()
  const take = async (code: string, quantity: string | null): Promise<void> => {
    try {
      const found = await shelfRead(code)
      if (found !== undefined) {
        onShelf(found)
        return tell({ sound: 'ok', word: 'Local', title: found.codigo, text: `O que for lido vai para ${found.name}.` })
      }
    } catch (error) {
      return tell({ sound: 'error', title: code, text: error instanceof Error ? error.message : '' })
    }
    const read = readCode(code, localToday())
    if (read.kind === 'error') return tell({ sound: 'error', title: code, text: read.message })
    const shelf = here()
    const body = {
      code,
      ...(quantity === null ? {} : { qVolumes: quantity }),
      ...(shelf === null ? {} : { armazenamento_id: shelf.id }),
    }
    return send({ path: `${own}addVolume`, body, text: code })
  }
  return {
    ...shown,
    told,
    scan: (code, quantity) => inTurn(() => take(code, quantity)),
    say: (asked, said) => {
      // A label that is not wanted again is done with; all else that is not answered waits in the list.
      if (said !== undefined || asked.about !== 'again') return say(asked, said)
      readings.queue.drop(asked.call.key)
      return tell({ sound: 'error', title: asked.call.text, text: 'Não contada.' })
    },
    undo: (reading) => undo(reading && readOf(reading)),
  }
}
