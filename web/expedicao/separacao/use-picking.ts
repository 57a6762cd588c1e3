import { gtin14 } from '../../../core/br/gtin'
import { readCode } from '../../../core/receiving/reading'
import { localToday } from '../../ui/format'
import { isRecord, numberOf, rowsOf, textOf, type Values } from '../../ui/row'
import type { Call } from '../../ui/scan/device-queue'
import type { Outcome } from '../../ui/scan/last-reading'
import { type Question as Asked, type Readings, useReadings } from '../../ui/scan/use-readings'
import { findPlace, labelRead, readPlace, type ReadPlace, useTurns, useWhere } from '../../estoque/read-place'
import { readings, RESOURCE } from './kind'
import { amountText, leftText, type Task, type Walk } from './walk-data'

export type About = 'lot' | 'place' | 'other_lot'
export type Question = Asked<About>

export interface Picking extends Omit<Readings<About>, 'send' | 'begin' | 'tell'> {
  readonly place: ReadPlace | null
  readonly scan: (code: string, quantity: string | null) => void
}

const ABOUT: Readonly<Record<string, About>> = { asks_lot: 'lot', other_place: 'place', other_lot: 'other_lot' }

const aboutOf = ({ code = '' }: Pick<Call, 'code'>): About | undefined => ABOUT[code]

/** Into which boxes of the trolley goods go: `3 na caixa 1, 2 na caixa 4`. */
function intoBoxes(answer: Values): string {
  const parts = rowsOf(answer.partes)
  const told = parts.map((one) => `${amountText(numberOf(one.qTrib) ?? 0, '')} na caixa ${textOf(one.posicao)}`)
  return parts.length === 0 ? '' : told.join(', ')
}

const restText = (answer: Values): string => leftText(answer, 'Tudo separado.')

function countedAs(_: Call, answer: Values): Outcome {
  if (answer.solicitaLocal === true)
    return {
      sound: 'ask',
      word: 'Leia o local',
      title: textOf(answer.xProd),
      text: 'Leia antes a etiqueta do local em que você está.',
    }
  if (isRecord(answer.local))
    return { sound: 'ok', word: 'Local', title: textOf(answer.local.codigo), text: restText(answer) }
  if (answer.xProd === undefined)
    return { sound: 'ok', word: 'Desfeito', title: 'Leitura desfeita', text: restText(answer) }
  return {
    sound: 'ok',
    word: 'Separado',
    title: textOf(answer.xProd),
    quantity: amountText(numberOf(answer.qTrib) ?? 0, textOf(answer.un)),
    text: [intoBoxes(answer), restText(answer), ...(Array.isArray(answer.avisos) ? answer.avisos.map(textOf) : [])]
      .filter(Boolean)
      .join(' · '),
  }
}

/** What a code is of, as far as this device knows, while the server is away. */
function knownBy(tasks: readonly Task[], code: string): Task | undefined {
  const read = readCode(code, localToday())
  const codes = read.kind === 'goods' ? read.codes.map((one) => gtin14(one.code)) : []
  return tasks.find((task) => task.codes.some((one) => codes.includes(gtin14(one))))
}

/** Fetching the goods of an order by scanner: a place, then goods; what is read stays on the device until the server has counted it. */
export function usePicking(id: number, walk: Walk | null): Picking {
  const own = `${RESOURCE}/${id}/`
  const tasks = walk?.tasks ?? []
  const { place, here, move } = useWhere(`separacao ${id}`)
  const machine = useReadings<About>({
    calls: readings,
    isMine: ({ path }) => path.startsWith(own),
    aboutOf,
    isUrgent: () => true,
    countedAs,
    waitsAs: ({ body, text }) => {
      const name = knownBy(tasks, textOf(body.code))?.xProd
      return name === undefined ? { sound: 'ask', title: text } : { sound: 'ok', title: name }
    },
    offBy: ({ key }) => ({ path: `${own}desfazLeitura`, body: { leitura: key } }),
    settles: ({ body }) => body.code === undefined,
  })
  const { tell, send, begin: _, ...shown } = machine
  const inTurn = useTurns()
  /** The place that a code names: one of the walk's, or by its label any. */
  const placeRead = async (code: string): Promise<ReadPlace | undefined> => {
    const label = labelRead(code)
    const text = code.trim().toUpperCase()
    const known = tasks.find((one) => (label === null ? one.local.toUpperCase() === text : one.place === label))
    if (known) return { id: known.place, codigo: known.local, name: known.local }
    return label === null ? undefined : readPlace(await findPlace(code))
  }
  const take = async (code: string, quantity: string | null): Promise<void> => {
    try {
      const found = await placeRead(code)
      if (found !== undefined) {
        move(found)
        const there = tasks.filter((one) => one.place === found.id && !one.done && !one.cancelled).length
        const text =
          there === 0 ? 'Aqui não há mais nada a separar.' : there === 1 ? 'Aqui há 1 item.' : `Aqui há ${there} itens.`
        return tell({ sound: there === 0 ? 'ask' : 'ok', word: 'Local', title: found.codigo, text })
      }
    } catch (error) {
      return tell({ sound: 'error', title: code, text: error instanceof Error ? error.message : '' })
    }
    const where = here()
    const body = {
      code,
      ...(quantity === null ? {} : { qVolumes: quantity }),
      ...(where === null ? {} : { armazenamento_id: where.id }),
    }
    return send({ path: `${own}le`, body, text: code })
  }
  return { ...shown, place, scan: (code, quantity) => inTurn(() => take(code, quantity)) }
}
