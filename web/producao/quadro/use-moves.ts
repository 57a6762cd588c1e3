import { useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { RESOURCE } from '../ordem_producao/kind'
import type { Order } from './plan'

/** Days that an order is moved to. */
export interface Days {
  readonly ini: string
  readonly fim: string
}

const Saved = v.object({ ordens: v.array(v.object({ id: v.number(), versao: v.number() })) })

interface Moves {
  /** Orders as they stand: moved, where they were. */
  readonly orders: readonly Order[]
  readonly move: (order: Order, days: Days) => void
  /** Moves many at once; true when it was done. */
  readonly take: (moves: ReadonlyMap<number, Days>) => Promise<boolean>
}

const PAUSE = 400

/** Moves of orders on the board: they show at once, and are saved once the person pauses, one after another. What is refused goes back, and is told. */
export function useMoves(told: readonly Order[]): Moves {
  const [moved, setMoved] = useState<ReadonlyMap<number, Days>>(new Map())
  const versions = useRef(new Map<number, number>())
  const waiting = useRef(new Map<number, Days>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const versionOf = ({ id, versao }: Order): number => Math.max(versao, versions.current.get(id) ?? 0)
  // What nobody moved stays the same object: its card is not drawn again.
  const orders = useMemo(
    () =>
      told.map((order) => {
        const days = moved.get(order.id)
        return days === undefined ? order : { ...order, ...days }
      }),
    [told, moved],
  )

  const save = async (moves: ReadonlyMap<number, Days>): Promise<boolean> => {
    const known = new Map(told.map((order) => [order.id, order]))
    const ordens = [...moves].flatMap(([id, days]) => {
      const order = known.get(id)
      return order === undefined ? [] : [{ id, versao: versionOf(order), ...days }]
    })
    try {
      const answer = v.parse(Saved, await post(`${RESOURCE}/reprograma`, { ordens }))
      for (const { id, versao } of answer.ordens) versions.current.set(id, versao)
      announce(RESOURCE)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível mudar os dias')
      setMoved((now) => new Map([...now].filter(([id]) => !moves.has(id))))
      return false
    }
  }
  const soon = (moves: ReadonlyMap<number, Days>): Promise<boolean> => {
    const next = saving.current.then(() => save(moves))
    saving.current = next
    return next
  }
  const flush = (): void => {
    const moves = waiting.current
    waiting.current = new Map()
    void soon(moves)
  }
  return {
    orders,
    move: (order, days) => {
      setMoved((now) => new Map(now).set(order.id, days))
      waiting.current.set(order.id, days)
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, PAUSE)
    },
    take: async (moves) => {
      setMoved((now) => new Map([...now, ...moves]))
      return soon(moves)
    },
  }
}
