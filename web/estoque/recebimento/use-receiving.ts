import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ApiError, reachable } from '../../app/api'
import { readCode } from '../../../core/receiving/reading'
import { gtin14 } from '../../../core/br/gtin'
import { formatQuantity, localToday } from '../../ui/format'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import type { Call } from '../../ui/scan/device-queue'
import type { Outcome } from '../../ui/scan/last-reading'
import { play } from '../../ui/scan/sounds'
import { useLoaded } from '../../ui/use-loaded'
import { deviceName, hearReadings, readings } from './queue'
import { answeredItem, type Item, readTold, type Told } from './told'

/** What has to be said before a reading counts. */
export interface Question {
  readonly call: Call
  readonly about: 'lot' | 'quantity' | 'unknown' | 'again'
  readonly answer: Values
}

export interface Receiving {
  readonly told: Told | null
  readonly outcome: Outcome | null
  readonly question: Question | null
  readonly scan: (code: string, quantity: string | null) => void
  readonly fault: (message: string) => void
  /** Sends what was asked with what was said; undefined leaves it uncounted. */
  readonly say: (question: Question, said: Values | undefined) => void
  /** Asks once more what a refused reading needs. */
  readonly ask: (call: Call) => void
  readonly undo: (chave?: string) => void
}

interface Options {
  /** Where what is read is put, as the shelf was read or chosen. */
  readonly shelf?: Row | null
  readonly shelves?: readonly Row[]
  readonly onShelf?: (shelf: Row) => void
}

const ABOUT: Readonly<Record<string, Question['about']>> = { unknown_code: 'unknown', label_again: 'again' }

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

const KEPT = 'Guardada no aparelho, para enviar.'

interface Heard {
  readonly outcome: Outcome | null
  readonly question: Question | null
  readonly tell: (outcome: Outcome) => void
  readonly ask: (question: Question, title: string, text: string) => void
  readonly close: (question: Question) => void
}

/** What becomes of readings: told by sound and sight, and asked one after another where something has to be said first. */
function useHeard(isMine: (call: Call) => boolean, items: readonly Item[]): Heard {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const without = (all: readonly Question[], key: string) => all.filter(({ call }) => call.key !== key)
  const tell = (next: Outcome): void => {
    setOutcome(next)
    play(next.sound)
  }
  const ask = (question: Question, title: string, text: string): void => {
    setQuestions((all) => [...without(all, question.call.key), question])
    tell({ sound: 'ask', title, text })
  }
  const answered = useEffectEvent((call: Call, answer: Values) => {
    if (!isMine(call)) return undefined
    const item = answeredItem(answer)
    if (answer.solicitaQuantidade === true)
      return ask({ call, about: 'quantity', answer }, item.xProd, 'Informe a quantidade.')
    if (answer.solicitaLote === true)
      return ask({ call, about: 'lot', answer }, item.xProd, 'Informe o lote e a validade.')
    return tell({
      sound: item.avisos.length === 0 ? 'ok' : 'ask',
      title: item.xProd,
      text: [standing(item), ...item.avisos].join(' · '),
      quantity: `${item.qTrib < 0 ? '−' : '+'}${formatQuantity(Math.abs(item.qTrib), 4)}`,
    })
  })
  const parked = useEffectEvent((call: Call, { message, code }: ApiError) => {
    if (!isMine(call)) return undefined
    const about = ABOUT[code]
    if (about === undefined) return tell({ sound: 'error', title: call.text, text: message })
    return ask({ call, about, answer: {} }, call.text, message)
  })
  // Said once a reading: it waits, and is tried again and again.
  const waiting = useRef('')
  const stalled = useEffectEvent((call: Call) => {
    if (!isMine(call) || waiting.current === call.key) return
    waiting.current = call.key
    const code = textOf(call.body.code)
    tell({ sound: 'ok', title: knownBy(items, code)?.xProd ?? call.text, text: KEPT, kept: true })
  })
  useEffect(
    () =>
      hearReadings({
        answered: (call, answer) => void answered(call, answer),
        parked: (call, error) => void parked(call, error),
        stalled: (call) => stalled(call),
      }),
    [],
  )
  const close = ({ call }: Question): void => setQuestions((all) => without(all, call.key))
  return { outcome, question: questions[0] ?? null, tell, ask, close }
}

/** The shelf that a code names, by its label or by what is written on it. */
function shelfRead(shelves: readonly Row[], code: string): Row | undefined {
  const read = readCode(code, localToday())
  return shelves.find((one) =>
    read.kind === 'shelf' ? Number(one.id) === read.id : textOf(one.codigo) === code.trim(),
  )
}

const NOT_KEPT = 'O aparelho não guardou esta leitura: envie o que espera antes de ler mais.'

/** Reading the goods of an entry: what is read is kept on the device until the server has counted it, and what is asked is asked one thing after another. */
export function useReceiving(id: number, { shelf = null, shelves = [], onShelf }: Options = {}): Receiving {
  useSignals()
  const told = readTold(useLoaded(`entrada/${id}/conferencia`, 'entrada'))
  const own = `entrada/${id}/`
  const items = told?.itens ?? []
  const byHand = new Set(items.map((item) => `entrada_mercadoria/${item.id}/addQtdeVolume`))
  const { outcome, question, tell, ask, close } = useHeard(
    ({ path }) => path.startsWith(own) || byHand.has(path),
    items,
  )
  const send = (key: string, path: string, body: Values, text: string): void => {
    const kept = readings.add({ key, path, body: { ...body, chave: key, dispositivo: deviceName() }, text })
    if (!kept) tell({ sound: 'error', title: text, text: NOT_KEPT })
  }
  const scan = (code: string, quantity: string | null): void => {
    const found = shelfRead(shelves, code)
    if (found !== undefined && onShelf !== undefined) {
      onShelf(found)
      return tell({
        sound: 'ok',
        title: textOf(found.codigo),
        text: `O que for lido vai para ${textOf(found.xArmazenamento)}.`,
      })
    }
    const read = readCode(code, localToday())
    if (read.kind === 'error') return tell({ sound: 'error', title: code, text: read.message })
    if (!reachable.peek()) {
      const known = knownBy(items, code)
      tell({ sound: known === undefined ? 'ask' : 'ok', title: known?.xProd ?? code, text: KEPT, kept: true })
    }
    const times = quantity === null ? {} : { qVolumes: quantity }
    const place = shelf === null ? {} : { armazenamento_id: Number(shelf.id) }
    return send(crypto.randomUUID(), `${own}addVolume`, { code, ...times, ...place }, code)
  }
  const say = (asked: Question, said: Values | undefined): void => {
    close(asked)
    const { key, path, body, text } = asked.call
    const parked = asked.about === 'unknown' || asked.about === 'again'
    if (said === undefined) {
      if (parked) readings.drop(key)
      return tell({ sound: 'error', title: text, text: 'Não contada.' })
    }
    return parked ? readings.retry(key, said) : send(key, path, { ...body, ...said }, text)
  }
  const undo = (chave?: string): void => {
    const last = chave ?? told?.leituras.find((one) => !one.off)?.chave
    if (!isSet(last)) return tell({ sound: 'error', title: 'Desfazer', text: 'Nada foi lido ainda.' })
    return send(crypto.randomUUID(), `${own}desfazLeitura`, { leitura: last }, 'Desfazer')
  }
  return {
    told,
    outcome,
    question,
    scan,
    say,
    undo,
    fault: (message) => tell({ sound: 'error', title: 'Leitura', text: message }),
    ask: (call) => {
      const about = ABOUT[call.code ?? '']
      if (about === undefined) readings.retry(call.key)
      else ask({ call, about, answer: {} }, call.text, call.refused ?? '')
    },
  }
}
